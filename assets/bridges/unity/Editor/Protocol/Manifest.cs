using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace Dropforge.Protocol
{
    /// <summary>The manifests of finished assets: `dropforge.json`, and one for each later result in the same folder.</summary>
    public static class Manifest
    {
        public const string FileName = "dropforge.json";

        private const int MaxFiles = 1000;
        private static readonly Regex ResultName = new Regex(@"^dropforge\..+\.json$");
        private static readonly Regex IdPattern = new Regex(@"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z");
        private static readonly Regex HashPattern = new Regex(@"\A[0-9a-f]{64}\z");
        private static readonly Regex FormatPattern = new Regex(@"\A[a-z0-9]{1,16}\z");

        private sealed class Entry
        {
            public string Path;
            public string Role;
            public string Format;
            public long Bytes;
            public string Hash;
            public Dictionary<string, object> Whole;
        }

        /// <summary>Whether it names a manifest: of the asset, or of a later result such as `dropforge.chair_rigged.glb.json`.</summary>
        public static bool IsName(string name)
        {
            return name == FileName || ResultName.IsMatch(name);
        }

        /// <summary>The asset's id; null if missing or invalid.</summary>
        public static string ReadId(Dictionary<string, object> value)
        {
            var id = Get(value, "id") as string;
            id = id == null ? null : id.ToLowerInvariant();
            return id != null && IdPattern.IsMatch(id) ? id : null;
        }

        /// <summary>Whether the manifest requires a newer bridge.</summary>
        public static bool IsNewer(Dictionary<string, object> value)
        {
            var schema = Get(value, "schema");
            return schema is double && (double)schema > StateFiles.Schema;
        }

        /// <summary>
        /// The order for a folder with a manifest, in the first available format; everything except the content of its
        /// files is checked. Throws Problem; `missing_file` and `damaged` may be temporary while the folder is copied.
        /// </summary>
        public static Order ToOrder(string folder, string relative, Dictionary<string, object> value, IEnumerable<string> formats)
        {
            var schema = Get(value, "schema");
            Need(schema is double && (double)schema == StateFiles.Schema, "schema");
            Need(ReadId(value) != null, "id");
            var list = Get(value, "files") as List<object>;
            Need(list != null && list.Count > 0 && list.Count <= MaxFiles, "files");
            var entries = list.Select(ReadEntry).ToList();
            foreach (var entry in entries)
            {
                RefuseUnsafe(folder, entry.Path);
            }
            var chosen = Choose(entries, formats.ToList());
            var inside = chosen.Path.Substring(0, chosen.Path.LastIndexOf('/') + 1);
            var sides = entries.Where(entry => entry.Role == "texture" && entry.Path.StartsWith(inside, StringComparison.Ordinal));
            var files = new[] { chosen }.Concat(sides).ToList();
            var paths = files.Select(file => FindWhole(folder, file)).ToList();
            if (chosen.Format == "obj")
            {
                ObjReferences.Find(paths[0]);
            }
            var name = Get(value, "name") as string;
            var unit = Get(chosen.Whole, "metersPerUnit");
            var clips = Get(chosen.Whole, "clips") as List<object>;
            return new Order
            {
                Asset = ReadId(value),
                Name = string.IsNullOrWhiteSpace(name) ? relative.Split('/').Last() : name.Trim(),
                Path = paths[0],
                File = relative + "/" + chosen.Path,
                Format = chosen.Format,
                Sides = paths.Skip(1).ToList(),
                MetresPerUnit = unit is double && (double)unit >= 1e-6 && (double)unit <= 1e6 ? (double?)unit : null,
                Clips = clips == null ? new List<string>() : clips.OfType<string>().ToList(),
                HasSkeleton = true.Equals(Get(chosen.Whole, "hasSkeleton")),
                IsLater = Get(value, "asset") is string,
                Bytes = files.Sum(file => file.Bytes),
                Promises = files.Select((file, index) => new KeyValuePair<string, string>(paths[index], file.Hash)).ToList(),
            };
        }

        private static Entry ReadEntry(object value, int index)
        {
            var whole = value as Dictionary<string, object>;
            var place = "files[" + index + "]";
            Need(whole != null, place);
            var entry = new Entry
            {
                Path = Get(whole, "path") as string,
                Role = Get(whole, "role") as string,
                Format = Get(whole, "format") as string,
                Hash = Get(whole, "sha256") as string,
                Whole = whole,
            };
            var bytes = Get(whole, "bytes");
            Need(entry.Path != null, place + ".path");
            Need(entry.Role != null, place + ".role");
            Need(entry.Format != null && FormatPattern.IsMatch(entry.Format), place + ".format");
            Need(bytes is double && (double)bytes >= 0 && (double)bytes < 9e15 && Math.Floor((double)bytes) == (double)bytes, place + ".bytes");
            Need(entry.Hash != null && HashPattern.IsMatch(entry.Hash), place + ".sha256");
            entry.Bytes = (long)(double)bytes;
            return entry;
        }

        private static Entry Choose(List<Entry> entries, List<string> formats)
        {
            var models = entries.Where(entry => entry.Role == "model").ToList();
            var chosen = formats.Select(format => models.Find(entry => entry.Format == format)).FirstOrDefault(entry => entry != null);
            if (chosen != null)
            {
                // Unity chooses an importer by the extension, also for scripts.
                var isNamed = chosen.Path.EndsWith("." + chosen.Format, StringComparison.OrdinalIgnoreCase);
                Need(isNamed, "files[" + entries.IndexOf(chosen) + "].format");
                return chosen;
            }
            if (models.Count == 0)
            {
                throw new Problem("no_format", "The asset contains no model.");
            }
            var available = string.Join(", ", models.Select(entry => entry.Format).Distinct().OrderBy(format => format));
            throw new Problem(
                "no_format",
                "This program imports " + string.Join(", ", formats) + ", but the asset contains " + available + ".");
        }

        private static void RefuseUnsafe(string folder, string path)
        {
            try
            {
                SafePaths.Resolve(folder, path);
            }
            catch (Problem problem) when (problem.Code == "missing_file")
            {
            }
        }

        private static string FindWhole(string folder, Entry entry)
        {
            var path = SafePaths.Resolve(folder, entry.Path);
            var bytes = new FileInfo(path).Length;
            if (bytes != entry.Bytes)
            {
                throw new Problem("damaged", "“" + entry.Path + "” is damaged: it has " + bytes + " bytes instead of " + entry.Bytes + ".");
            }
            return path;
        }

        private static object Get(Dictionary<string, object> value, string key)
        {
            object found;
            return value.TryGetValue(key, out found) ? found : null;
        }

        private static void Need(bool isRight, string key)
        {
            if (!isRight)
            {
                throw new Problem("bad_manifest", "The manifest field “" + key + "” is missing or invalid.");
            }
        }
    }
}
