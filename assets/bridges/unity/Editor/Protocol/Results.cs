using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>Selects the later results of an asset that a target imports. A manifest is read again only if it changed.</summary>
    public sealed class Results
    {
        private readonly string _exportFolder;
        private readonly Receipts _receipts;
        private readonly Dictionary<string, KeyValuePair<string, Result>> _known = new Dictionary<string, KeyValuePair<string, Result>>();

        private sealed class Result
        {
            public string Id;
            public string Kind;
            public double Version;

            // Sorts results by age.
            public string Age;
        }

        public Results(string exportFolder, Receipts receipts)
        {
            _exportFolder = exportFolder;
            _receipts = receipts;
        }

        /// <summary>
        /// Whether to import a result now: after the asset itself, the newest version of its kind, in one format. `manifests`
        /// are all of the output folder, `awaited` those that the target is to import. Throws IOException.
        /// </summary>
        public bool IsDue(string path, Dictionary<string, object> value, List<string> manifests, List<string> awaited)
        {
            var result = Read(value);
            var inside = path.Substring(0, path.LastIndexOf('/') + 1);
            foreach (var place in manifests.Where(each => each != path && each.Substring(0, each.LastIndexOf('/') + 1) == inside))
            {
                var other = Find(place);
                if (result == null || other == null)
                {
                    continue;
                }
                var isPending = awaited.Contains(place) && !_receipts.Exists(other.Id);
                if (isPending && Path.GetFileName(place) == Manifest.FileName)
                {
                    return false;
                }
                if (other.Kind != result.Kind || other.Version < result.Version)
                {
                    continue;
                }
                if (other.Version > result.Version || _receipts.HasImported(other.Id))
                {
                    return false;
                }
                if (isPending && string.CompareOrdinal(other.Age, result.Age) < 0)
                {
                    return false;
                }
            }
            return true;
        }

        private Result Find(string place)
        {
            // Another asset may have taken the place of a deleted one.
            var file = new FileInfo(Path.Combine(_exportFolder, place));
            var mark = LooseFiles.ToMark(file);
            KeyValuePair<string, Result> known;
            if (_known.TryGetValue(place, out known) && known.Key == mark)
            {
                return known.Value;
            }
            var value = StateFiles.Read(file.FullName);
            var found = value == null ? null : Read(value);
            if (found != null)
            {
                _known[place] = new KeyValuePair<string, Result>(mark, found);
            }
            return found;
        }

        private static Result Read(Dictionary<string, object> value)
        {
            object kind, version, created;
            var id = Manifest.ReadId(value);
            value.TryGetValue("kind", out kind);
            value.TryGetValue("version", out version);
            value.TryGetValue("createdAt", out created);
            return id == null ? null : new Result
            {
                Id = id,
                Kind = kind as string ?? "",
                Version = version is double && (double)version > 0 ? (double)version : 1,
                Age = (created as string ?? "") + " " + id,
            };
        }
    }
}
