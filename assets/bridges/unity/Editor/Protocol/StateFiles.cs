using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;

namespace Dropforge.Protocol
{
    /// <summary>Small JSON files that several computers read and write concurrently.</summary>
    public static class StateFiles
    {
        /// <summary>Supported schema version of manifests, claims, receipts and heartbeats.</summary>
        public const int Schema = 1;

        /// <summary>Version of the bridge.</summary>
        public const string BridgeVersion = "1.1.0";

        private const int MaxBytes = 1 << 20;

        // On Windows, virus scanners and indexers lock new files for a moment.
        private const int RenameTries = 10;

        /// <summary>
        /// Path of `targets`, `claims`, `receipts` or `seen`; created if missing. The output folder itself is never
        /// created: an unmounted share must not become a local folder. Throws IOException.
        /// </summary>
        public static string Folder(string exportFolder, string kind)
        {
            if (!Directory.Exists(exportFolder))
            {
                throw new DirectoryNotFoundException("The output folder does not exist.");
            }
            return Directory.CreateDirectory(Path.Combine(exportFolder, ".dropforge", kind)).FullName;
        }

        /// <summary>The JSON object in a file; null if missing, too long or anything else.</summary>
        public static Dictionary<string, object> Read(string path, int most = MaxBytes)
        {
            try
            {
                return Load(path, most);
            }
            catch (Exception error) when (IsDisk(error))
            {
                return null;
            }
        }

        /// <summary>As `Read`. Throws IOException for a file that cannot be read, which may pass.</summary>
        public static Dictionary<string, object> Load(string path, int most = MaxBytes)
        {
            // Opening a pipe would block; its length is 0.
            if (new FileInfo(path).Length == 0)
            {
                return null;
            }
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
            {
                if (file.Length > most)
                {
                    return null;
                }
                using (var reader = new StreamReader(file, new UTF8Encoding(false, true)))
                {
                    try
                    {
                        return Json.ParseObject(reader.ReadToEnd());
                    }
                    catch (DecoderFallbackException)
                    {
                        return null;
                    }
                }
            }
        }

        /// <summary>
        /// Creates a file exclusively; false if it already exists. Throws IOException; the file is then removed if possible.
        /// </summary>
        public static bool Create(string path, string text)
        {
            FileStream file;
            try
            {
                file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read);
            }
            catch (IOException)
            {
                if (File.Exists(path))
                {
                    return false;
                }
                throw;
            }
            try
            {
                using (file)
                {
                    Fill(file, text);
                }
            }
            catch (Exception error) when (IsDisk(error))
            {
                Remove(path);
                throw;
            }
            return true;
        }

        /// <summary>Writes the same bytes again to update the modification time; does nothing if the file is gone.</summary>
        public static void Touch(string path, string text)
        {
            try
            {
                using (var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.Read))
                {
                    Fill(file, text);
                }
            }
            catch (Exception error) when (IsDisk(error))
            {
            }
        }

        /// <summary>Replaces the content of a file atomically. Throws IOException.</summary>
        public static void Replace(string path, string text)
        {
            var part = WritePart(path, text);
            try
            {
                for (var attempt = 1; ; attempt++)
                {
                    try
                    {
                        if (File.Exists(path))
                        {
                            File.Replace(part, path, null);
                        }
                        else
                        {
                            File.Move(part, path);
                        }
                        return;
                    }
                    catch (Exception error) when (IsDisk(error) && attempt < RenameTries)
                    {
                        Thread.Sleep(20);
                    }
                }
            }
            finally
            {
                Remove(part);
            }
        }

        /// <summary>
        /// Creates a file atomically; false, without changes, if it already exists. Only the holder of the claim writes
        /// it. Throws IOException.
        /// </summary>
        public static bool PlaceOnce(string path, string text)
        {
            if (File.Exists(path))
            {
                return false;
            }
            var part = WritePart(path, text);
            try
            {
                File.Move(part, path);
                return true;
            }
            catch (IOException)
            {
                if (File.Exists(path))
                {
                    return false;
                }
                throw;
            }
            finally
            {
                Remove(part);
            }
        }

        /// <summary>Removes a file if possible.</summary>
        public static void Remove(string path)
        {
            try
            {
                File.Delete(path);
            }
            catch (Exception error) when (IsDisk(error))
            {
            }
        }

        /// <summary>Whether an exception is a disk error, not a bug.</summary>
        public static bool IsDisk(Exception error)
        {
            return error is IOException || error is UnauthorizedAccessException;
        }

        private static string WritePart(string path, string text)
        {
            var name = "." + Path.GetFileName(path) + "." + Guid.NewGuid().ToString("N").Substring(0, 8) + ".part";
            var part = Path.Combine(Path.GetDirectoryName(path), name);
            Create(part, text);
            return part;
        }

        private static void Fill(FileStream file, string text)
        {
            var bytes = Encoding.ASCII.GetBytes(text);
            file.Write(bytes, 0, bytes.Length);
            file.Flush(true);
        }
    }
}
