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

        /// <summary>Whether a name is that of a hidden or temporary file.</summary>
        public static bool IsPassedOver(string name)
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
                path = Path.Combine(path, parts[index]);
                var info = index < parts.Length - 1 ? (FileSystemInfo)new DirectoryInfo(path) : new FileInfo(path);
                if (!info.Exists)
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

        private static string Shorten(string text)
        {
            return text.Substring(0, Math.Min(200, text.Length));
        }
    }
}
