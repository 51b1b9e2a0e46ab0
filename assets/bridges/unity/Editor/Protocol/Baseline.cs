using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Dropforge.Protocol
{
    /// <summary>
    /// Models that were in the output folder before this target first scanned it and are not imported; listed in
    /// `seen/TARGET.json`. The installer writes it, otherwise the first bridge does. It is empty if there are few models
    /// or if the target already has receipts. If it is deleted later, it is written again.
    /// </summary>
    public sealed class Baseline
    {
        // Up to this many existing models are imported at the first scan; if there are more, none is.
        private const int MaxInitialImports = 10;

        private const int MaxEntries = 100000;
        private const int MaxBytes = 1 << 25;

        private readonly string _exportFolder;
        private readonly string _target;
        private Dictionary<string, string> _seen = new Dictionary<string, string>();
        private string _stamp;

        public Baseline(string exportFolder, string target)
        {
            _exportFolder = exportFolder;
            _target = target;
        }

        /// <summary>Removes the baseline from a scan and adds its size to `ignored`. Throws IOException.</summary>
        public void Exclude(FolderScan scan, Func<bool> isKnown, Dictionary<string, string> ignored)
        {
            Refresh(scan, isKnown);
            var count = scan.Assets.RemoveAll(IsListed)
                + scan.Loose.RemoveAll(IsListed);
            if (count > 0)
            {
                ignored["."] = count + " models were already in the output folder and are not imported. "
                    + "To import them, reinstall the bridge with --import-existing.";
            }
        }

        private void Refresh(FolderScan scan, Func<bool> isKnown)
        {
            var path = Path.Combine(StateFiles.Folder(_exportFolder, "seen"), _target + ".json");
            if (!File.Exists(path))
            {
                StateFiles.PlaceOnce(path, Json.Write(new Dictionary<string, object>
                {
                    { "schema", StateFiles.Schema },
                    { "target", _target },
                    { "files", (_stamp == null ? Choose(scan, isKnown) : _seen).ToDictionary(entry => entry.Key, ToEntry) },
                }));
            }
            var stamp = Mark(new FileInfo(path));
            if (stamp != _stamp)
            {
                _seen = Read(path);
                _stamp = stamp;
            }
        }

        private bool IsListed(string relative)
        {
            string before;
            var file = ToFile(relative);
            return _seen.TryGetValue(ToKey(relative), out before) && file.Exists && before == Mark(file);
        }

        /// <summary>The models that this target does not import after its first scan.</summary>
        private Dictionary<string, string> Choose(FolderScan scan, Func<bool> isKnown)
        {
            var there = scan.Assets.Concat(scan.Loose).ToList();
            var isLarge = there.Count > MaxInitialImports && !isKnown();
            return there.Take(isLarge ? MaxEntries : 0)
                .ToDictionary(relative => relative, ToFile)
                .Where(entry => entry.Value.Exists)
                .ToDictionary(entry => entry.Key, entry => Mark(entry.Value));
        }

        private static object ToEntry(KeyValuePair<string, string> entry)
        {
            return entry.Value.Split('|').Select(long.Parse).ToList();
        }

        private static Dictionary<string, string> Read(string path)
        {
            var found = new Dictionary<string, string>();
            object files;
            // Not empty if it cannot be read: all models that were there before would be imported.
            var content = StateFiles.Load(path, MaxBytes) ?? new Dictionary<string, object>();
            content.TryGetValue("files", out files);
            foreach (var entry in files as Dictionary<string, object> ?? new Dictionary<string, object>())
            {
                var mark = entry.Value as List<object>;
                if (mark != null && mark.Count == 2 && mark.All(number => number is double))
                {
                    found[ToKey(entry.Key)] = (long)(double)mark[0] + "|" + (long)(double)mark[1];
                }
            }
            return found;
        }

        private FileInfo ToFile(string relative)
        {
            return new FileInfo(Path.Combine(_exportFolder, relative));
        }

        private static string Mark(FileInfo file)
        {
            return file.Length + "|" + LooseFiles.ToMs(file);
        }

        /// <summary>Normalises Unicode, because shares store accented letters differently.</summary>
        private static string ToKey(string relative)
        {
            return relative.Normalize(NormalizationForm.FormC);
        }
    }
}
