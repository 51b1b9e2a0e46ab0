using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>Scans the output folder.</summary>
    public sealed class FolderScan
    {
        // Maximum depth of scanned folders.
        private const int MaxDepth = 4;

        private static readonly string[] Formats =
        {
            "glb", "gltf", "fbx", "obj", "stl", "usdz", "usd", "usdc", "usda", "ply", "3mf",
        };

        /// <summary>Manifests, relative with forward slashes; the one of the asset before those of its later results.</summary>
        public readonly List<string> Assets = new List<string>();

        /// <summary>Model files outside of their folders.</summary>
        public readonly List<string> Loose = new List<string>();

        /// <summary>Scans once. Throws IOException if the output folder cannot be read.</summary>
        public FolderScan(string exportFolder)
        {
            Walk(new DirectoryInfo(exportFolder), "", 0);
        }

        /// <summary>An asset whose folder has the name of a temporary file is imported.</summary>
        private static bool IsIgnored(FileSystemInfo info)
        {
            return info is DirectoryInfo
                ? info.Name.StartsWith(".", StringComparison.Ordinal)
                : SafePaths.IsIgnoredName(info.Name);
        }

        private void Walk(DirectoryInfo folder, string inside, int depth)
        {
            var entries = folder.GetFileSystemInfos()
                .Where(info => !IsIgnored(info) && !SafePaths.IsLink(info))
                .OrderBy(info => info.Name, StringComparer.Ordinal)
                .ToList();
            if (depth > 0 && entries.OfType<FileInfo>().Any(file => file.Name == Manifest.FileName))
            {
                var names = entries.OfType<FileInfo>().Select(file => file.Name).Where(Manifest.IsName);
                Assets.AddRange(names.OrderBy(name => name != Manifest.FileName).Select(name => inside + name));
                return;
            }
            if (depth > 0 && SafePaths.IsIgnoredName(folder.Name))
            {
                return;
            }
            foreach (var file in entries.OfType<FileInfo>())
            {
                var isModel = Formats.Contains(file.Extension.TrimStart('.').ToLowerInvariant());
                if (isModel && file.Length > 0 && (file.Attributes & FileAttributes.Hidden) == 0)
                {
                    Loose.Add(inside + file.Name);
                }
            }
            foreach (var inner in depth < MaxDepth ? entries.OfType<DirectoryInfo>() : Enumerable.Empty<DirectoryInfo>())
            {
                try
                {
                    Walk(inner, inside + inner.Name + "/", depth + 1);
                }
                catch (Exception error) when (StateFiles.IsDisk(error))
                {
                    // Removed or locked since; the next scan retries.
                }
            }
        }
    }
}
