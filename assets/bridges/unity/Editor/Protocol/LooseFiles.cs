using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Dropforge.Protocol
{
    /// <summary>Loose files: model files without a manifest, and whether files are still being written.</summary>
    public sealed class LooseFiles
    {
        // A file counts as complete if it does not change for this long.
        private const double StableSeconds = 0.5;

        private const string EmptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

        private readonly string _exportFolder;
        private readonly Dictionary<string, KeyValuePair<string, Stopwatch>> _seen = new Dictionary<string, KeyValuePair<string, Stopwatch>>();
        private readonly Dictionary<string, KeyValuePair<string, string>> _known = new Dictionary<string, KeyValuePair<string, string>>();

        private Dictionary<string, string> _remembered = new Dictionary<string, string>();

        public LooseFiles(string exportFolder)
        {
            _exportFolder = exportFolder;
        }

        /// <summary>
        /// Restores ids from receipts, so that files need not be hashed again after scripts are compiled.
        /// </summary>
        public void Remember(Dictionary<string, string> ids)
        {
            _remembered = ids;
        }

        /// <summary>Id of a file, hashed once for each state of it; null while it is being written. Throws IOException.</summary>
        public string FindId(string relative, Action keepAlive)
        {
            var file = new FileInfo(Path.Combine(_exportFolder, relative));
            var mark = ToMark(file);
            KeyValuePair<string, string> known;
            if (_known.TryGetValue(relative, out known) && known.Key == mark)
            {
                return known.Value;
            }
            string remembered;
            if (_remembered.TryGetValue(ToKey(relative, file.Length, ToMs(file)), out remembered))
            {
                return remembered;
            }
            var isInFolder = relative.IndexOf('/') >= 0;
            if (SecondsUnchanged(relative, mark) < StableSeconds || (isInFolder && FolderSecondsUnchanged(file.DirectoryName) < StableSeconds))
            {
                return null;
            }
            var hash = Hash(file.FullName, keepAlive);
            file.Refresh();
            if (ToMark(file) != mark)
            {
                return null;
            }
            _seen.Remove(relative);
            _known[relative] = new KeyValuePair<string, string>(mark, ToId(relative, hash));
            return _known[relative].Value;
        }

        /// <summary>The order for a loose file. Throws Problem, IOException.</summary>
        public Order ToOrder(string relative, string asset)
        {
            var file = new FileInfo(Path.Combine(_exportFolder, relative));
            var format = file.Extension.TrimStart('.').ToLowerInvariant();
            var sides = format == "obj" ? ObjReferences.Find(file.FullName) : new List<string>();
            return new Order
            {
                Asset = asset,
                Name = Path.GetFileNameWithoutExtension(file.Name),
                Path = file.FullName,
                File = relative,
                Format = format,
                Sides = sides,
                Bytes = file.Length + sides.Sum(side => new FileInfo(side).Length),
                Loose = Describe(relative),
            };
        }

        /// <summary>Length and time of a file for its receipt. Throws IOException.</summary>
        public Dictionary<string, object> Describe(string relative)
        {
            var file = new FileInfo(Path.Combine(_exportFolder, relative));
            return new Dictionary<string, object>
            {
                { "bytes", file.Length },
                { "modifiedMs", ToMs(file) },
            };
        }

        /// <summary>Seconds since a folder was first seen as it is now, with everything in it.</summary>
        public double FolderSecondsUnchanged(string folder)
        {
            return SecondsUnchanged(folder + "/", string.Join("|", ListMarks(new DirectoryInfo(folder))));
        }

        /// <summary>Whether a file is empty, or a pipe, whose length is 0 and which would block when it is opened.</summary>
        public static bool IsEmpty(string path)
        {
            return new FileInfo(path).Length == 0;
        }

        /// <summary>SHA-256 in hexadecimal; calls `keepAlive` after every megabyte. Throws IOException.</summary>
        public static string Hash(string path, Action keepAlive)
        {
            if (IsEmpty(path))
            {
                return EmptyHash;
            }
            using (var digest = SHA256.Create())
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
            {
                var chunk = new byte[1 << 20];
                int count;
                while ((count = file.Read(chunk, 0, chunk.Length)) > 0)
                {
                    digest.TransformBlock(chunk, 0, count, null, 0);
                    keepAlive();
                }
                digest.TransformFinalBlock(chunk, 0, 0);
                return ToHex(digest.Hash);
            }
        }

        /// <summary>Id of a loose file from its path and content, the same on every computer.</summary>
        public static string ToId(string relative, string hash)
        {
            var name = Encoding.UTF8.GetBytes(relative.Normalize(NormalizationForm.FormC) + "\0" + hash);
            using (var digest = SHA256.Create())
            {
                var bytes = digest.ComputeHash(name);
                bytes[6] = (byte)((bytes[6] & 0x0f) | 0x50);
                bytes[8] = (byte)((bytes[8] & 0x3f) | 0x80);
                var text = ToHex(bytes);
                return string.Join("-", text.Substring(0, 8), text.Substring(8, 4), text.Substring(12, 4), text.Substring(16, 4), text.Substring(20, 12));
            }
        }

        /// <summary>Key of a loose file; changes when the file is written.</summary>
        public static string ToKey(string relative, long bytes, long modifiedMs)
        {
            return relative + "|" + bytes + "|" + modifiedMs;
        }

        /// <summary>When a file was last written, in whole milliseconds.</summary>
        public static long ToMs(FileInfo file)
        {
            return (file.LastWriteTimeUtc.Ticks - new DateTime(1970, 1, 1).Ticks) / TimeSpan.TicksPerMillisecond;
        }

        /// <summary>A text that changes when a file is written or replaced.</summary>
        public static string ToMark(FileInfo file)
        {
            return file.Exists ? file.Length + "@" + file.LastWriteTimeUtc.Ticks : "";
        }

        private double SecondsUnchanged(string key, string mark)
        {
            KeyValuePair<string, Stopwatch> before;
            if (!_seen.TryGetValue(key, out before) || before.Key != mark)
            {
                _seen[key] = new KeyValuePair<string, Stopwatch>(mark, Stopwatch.StartNew());
                return 0.0;
            }
            return before.Value.Elapsed.TotalSeconds;
        }

        private static IEnumerable<string> ListMarks(DirectoryInfo folder)
        {
            foreach (var info in folder.GetFileSystemInfos().OrderBy(info => info.Name, StringComparer.Ordinal))
            {
                yield return info.FullName + (info is FileInfo ? ToMark((FileInfo)info) : "");
                // A link may lead back to its own folder.
                var inner = SafePaths.IsLink(info) ? null : info as DirectoryInfo;
                foreach (var mark in inner == null ? Enumerable.Empty<string>() : ListMarks(inner))
                {
                    yield return mark;
                }
            }
        }

        private static string ToHex(byte[] bytes)
        {
            return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
        }
    }
}
