using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace Dropforge.Protocol
{
    /// <summary>The right to work on one asset, until it is given back or not renewed in time.</summary>
    public sealed class Claim
    {
        private readonly string _path;
        private readonly string _text;
        private readonly string _nonce;

        internal Claim(string path, string text, string nonce, int attempt)
        {
            _path = path;
            _text = text;
            _nonce = nonce;
            Attempt = attempt;
        }

        /// <summary>1, and one more for every time the program went down over the asset.</summary>
        public int Attempt { get; private set; }

        /// <summary>Shows that the work goes on; does nothing once the claim is gone.</summary>
        public void Refresh()
        {
            StateFiles.Touch(_path, _text);
        }

        /// <summary>Whether nobody took the work over meanwhile.</summary>
        public bool IsHeld()
        {
            object nonce;
            var content = StateFiles.Read(_path);
            return content != null && content.TryGetValue("nonce", out nonce) && _nonce.Equals(nonce);
        }

        /// <summary>Ends the claim without a result; what was left behind before it still counts.</summary>
        public void GiveBack()
        {
            if (IsHeld())
            {
                StateFiles.Remove(_path);
            }
        }
    }

    /// <summary>
    /// All claims of one target. Attempt n+1 is a file of its own that only the first bridge to do so creates, after
    /// attempt n was left behind; nothing is renamed or replaced.
    /// </summary>
    public sealed class Claims
    {
        private const double Seconds = 60.0;
        private const double MinLease = 0.1;
        private const double MaxLease = 3600.0;

        private readonly string _exportFolder;
        private readonly string _target;

        public Claims(string exportFolder, string target)
        {
            _exportFolder = exportFolder;
            _target = target;
        }

        /// <summary>A claim on an asset of so many bytes; null: another bridge is at work on it. Throws IOException.</summary>
        public Claim Take(string asset, long bytes)
        {
            var last = List(asset).LastOrDefault();
            if (last.Value != null && !IsLeft(last.Value))
            {
                return null;
            }
            var attempt = last.Key + 1;
            var nonce = Guid.NewGuid().ToString("N");
            var text = Json.Write(new Dictionary<string, object>
            {
                { "schema", StateFiles.Schema },
                { "asset", asset },
                { "target", _target },
                { "host", Target.HostName },
                { "pid", Process.GetCurrentProcess().Id },
                { "nonce", nonce },
                { "attempt", attempt },
                { "expiresAfter", Math.Min(MaxLease, Seconds + bytes / 1e6) },
            });
            var path = Path.Combine(Folder, asset + "--" + _target + "." + attempt + ".json");
            return StateFiles.Create(path, text) ? new Claim(path, text, nonce, attempt) : null;
        }

        /// <summary>Removes every claim on an asset; only after its receipt is there.</summary>
        public void Forget(string asset)
        {
            foreach (var entry in List(asset))
            {
                StateFiles.Remove(entry.Value);
            }
        }

        private string Folder
        {
            get { return StateFiles.Folder(_exportFolder, "claims"); }
        }

        private List<KeyValuePair<int, string>> List(string asset)
        {
            var pattern = new Regex("^" + Regex.Escape(asset + "--" + _target + ".") + @"([0-9]{1,6})\.json$");
            return Directory.GetFiles(Folder)
                .Select(path => new { path, match = pattern.Match(Path.GetFileName(path)) })
                .Where(entry => entry.match.Success)
                .Select(entry => new KeyValuePair<int, string>(int.Parse(entry.match.Groups[1].Value), entry.path))
                .OrderBy(entry => entry.Key)
                .ToList();
        }

        private bool IsLeft(string path)
        {
            object wanted;
            var content = StateFiles.Read(path);
            var seconds = content != null && content.TryGetValue("expiresAfter", out wanted) && wanted is double
                ? (double)wanted
                : Seconds;
            return File.Exists(path) && Age(path) > Math.Max(MinLease, Math.Min(MaxLease, seconds));
        }

        /// <summary>Seconds since a file was written, by the clock of the share, whatever this computer's says.</summary>
        private double Age(string path)
        {
            var probe = Path.Combine(StateFiles.Folder(_exportFolder, "targets"), ".clock-" + Guid.NewGuid().ToString("N"));
            try
            {
                StateFiles.Create(probe, ".");
                // `Abs`: the time is in the future if the clock of the share was set back since the last refresh.
                return Math.Abs((File.GetLastWriteTimeUtc(probe) - File.GetLastWriteTimeUtc(path)).TotalSeconds);
            }
            finally
            {
                StateFiles.Remove(probe);
            }
        }
    }
}
