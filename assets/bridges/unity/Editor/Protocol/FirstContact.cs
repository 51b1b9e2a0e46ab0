using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Dropforge.Protocol
{
    /// <summary>
    /// What lay in the output folder before this target first met it, and is left alone: `seen/TARGET.json` names it.
    /// Dropforge writes that when the bridge is installed, else the first bridge that comes does: with nothing in it
    /// when there is little, or when the target has receipts already.
    /// </summary>
    public sealed class FirstContact
    {
        // So many models are simply imported at the first contact; of more, nobody asked for any.
        private const int MaxInitialImports = 10;

        private const int MaxEntries = 100000;
        private const int MaxBytes = 1 << 25;

        private readonly string _exportFolder;
        private readonly string _target;
        private Dictionary<string, string> _seen = new Dictionary<string, string>();
        private string _stamp;

        public FirstContact(string exportFolder, string target)
        {
            _exportFolder = exportFolder;
            _target = target;
        }

        /// <summary>Takes out of a survey what is left alone; `ignored` learns how much that is. Throws IOException.</summary>
        public void LeaveOut(Survey survey, Func<bool> isKnown, Dictionary<string, string> ignored)
        {
            Refresh(survey, isKnown);
            var count = survey.Assets.RemoveAll(relative => WasThere(relative + "/" + Manifest.FileName))
                + survey.Loose.RemoveAll(WasThere);
            if (count > 0)
            {
                ignored["."] = count + " models were already in the output folder and are not imported. "
                    + "To import them, reinstall the bridge with --import-existing.";
            }
        }

        private void Refresh(Survey survey, Func<bool> isKnown)
        {
            var path = Path.Combine(StateFiles.Folder(_exportFolder, "seen"), _target + ".json");
            if (!File.Exists(path))
            {
                var there = survey.Assets.Select(relative => relative + "/" + Manifest.FileName).Concat(survey.Loose).ToList();
                var isMuch = there.Count > MaxInitialImports && !isKnown();
                StateFiles.PlaceOnce(path, Json.Write(new Dictionary<string, object>
                {
                    { "schema", StateFiles.Schema },
                    { "target", _target },
                    { "files", there.Take(isMuch ? MaxEntries : 0).ToDictionary(relative => relative, Describe) },
                }));
            }
            var stamp = Mark(new FileInfo(path));
            if (stamp != _stamp)
            {
                _seen = Read(path);
                _stamp = stamp;
            }
        }

        private bool WasThere(string relative)
        {
            string before;
            var file = new FileInfo(Path.Combine(_exportFolder, relative));
            return _seen.TryGetValue(ToKey(relative), out before) && file.Exists && before == Mark(file);
        }

        private object Describe(string relative)
        {
            var file = new FileInfo(Path.Combine(_exportFolder, relative));
            return new List<object> { file.Exists ? file.Length : 0, file.Exists ? LooseFiles.ToMs(file) : 0 };
        }

        private static Dictionary<string, string> Read(string path)
        {
            var found = new Dictionary<string, string>();
            object files;
            var content = StateFiles.Read(path, MaxBytes) ?? new Dictionary<string, object>();
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

        private static string Mark(FileInfo file)
        {
            return file.Length + "|" + LooseFiles.ToMs(file);
        }

        /// <summary>Shares differ in how they spell a letter with an accent.</summary>
        private static string ToKey(string relative)
        {
            return relative.Normalize(NormalizationForm.FormC);
        }
    }
}
