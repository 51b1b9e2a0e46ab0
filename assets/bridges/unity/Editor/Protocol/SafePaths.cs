using System;
using System.IO;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>Paths that cannot leave a folder.</summary>
    public static class SafePaths
    {
        private static readonly string[] Temporary =
        {
            ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", "~",
        };

        // A name that is percent-encoded more often than this is refused.
        private const int MaxDecodings = 4;

        /// <summary>Whether a name is that of a hidden or temporary file.</summary>
        public static bool IsIgnoredName(string name)
        {
            var lower = name.ToLowerInvariant();
            return lower.StartsWith(".", StringComparison.Ordinal)
                || lower.StartsWith("~", StringComparison.Ordinal)
                || Temporary.Any(ending => lower.EndsWith(ending, StringComparison.Ordinal));
        }

        /// <summary>Whether a path is a link or a reparse point.</summary>
        public static bool IsLink(FileSystemInfo info)
        {
            return (info.Attributes & FileAttributes.ReparsePoint) != 0;
        }

        /// <summary>
        /// Absolute path of a regular file named by a relative path with forward slashes. Throws Problem: `unsafe_path`
        /// for one that leaves the folder or passes a link, `missing_file`.
        /// </summary>
        public static string Resolve(string folder, string relative)
        {
            var parts = relative.Split('/');
            var isInside = relative.Length > 0
                && relative.Length <= 1000
                && parts.All(part => part != "" && part != "." && part != "..")
                && relative.IndexOfAny(new[] { '\\', ':', '\0' }) < 0;
            if (!isInside)
            {
                throw new Problem("unsafe_path", "The path “" + Shorten(relative) + "” is outside the asset folder.");
            }
            var path = folder;
            for (var index = 0; index < parts.Length; index++)
            {
                FileSystemInfo info = null;
                try
                {
                    path = Path.Combine(path, parts[index]);
                    info = index < parts.Length - 1 ? (FileSystemInfo)new DirectoryInfo(path) : new FileInfo(path);
                }
                catch (ArgumentException)
                {
                    // No file on Windows can have the name.
                }
                if (info == null || !info.Exists)
                {
                    throw new Problem("missing_file", "The file “" + Shorten(relative) + "” is missing.");
                }
                if (IsLink(info))
                {
                    throw new Problem("unsafe_path", "“" + Shorten(relative) + "” is a link. Links are not followed.");
                }
            }
            return path;
        }

        /// <summary>
        /// Throws Problem `unsafe_path` for an absolute or UNC path, a URL, or a path with `..`, also percent-encoded.
        /// </summary>
        public static void RefuseOutside(string reference)
        {
            var name = reference;
            for (var count = 0; count < MaxDecodings; count++)
            {
                var parts = name.Replace('\\', '/').Split('/');
                var isAbsolute = parts.Length > 1 && parts[0] == "";
                if (isAbsolute || name.IndexOfAny(new[] { ':', '\0' }) >= 0 || parts.Any(part => part.Trim() == ".."))
                {
                    break;
                }
                var decoded = Uri.UnescapeDataString(name);
                if (decoded == name)
                {
                    return;
                }
                name = decoded;
            }
            throw new Problem("unsafe_path", "The model refers to “" + Shorten(reference) + "”, which is outside its folder.");
        }

        private static string Shorten(string text)
        {
            return text.Substring(0, Math.Min(200, text.Length));
        }
    }
}
