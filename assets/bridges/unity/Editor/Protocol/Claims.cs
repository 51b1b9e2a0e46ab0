using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace Dropforge.Protocol
{
    /// <summary>A lease on one asset, until it is released or expires.</summary>
    public sealed class Claim
    {
        private readonly string _nextPath;
        private readonly string _text;
        private readonly string _nonce;

        internal Claim(string path, string nextPath, string text, string nonce, int attempt)
        {
            FilePath = path;
            _nextPath = nextPath;
            _text = text;
            _nonce = nonce;
            Attempt = attempt;
        }

        public string FilePath { get; private set; }

        /// <summary>1, plus one for every crash of the program during the import.</summary>
        public int Attempt { get; private set; }

        /// <summary>Renews the lease; does nothing once the claim is gone.</summary>
        public void Refresh()
        {
            StateFiles.Touch(FilePath, _text);
        }

        /// <summary>Whether no other bridge took over the asset.</summary>
        public bool IsValid()
        {
            object nonce;
            var content = StateFiles.Read(FilePath);
            var isOurs = content != null && content.TryGetValue("nonce", out nonce) && _nonce.Equals(nonce);
            return isOurs && !File.Exists(_nextPath);
        }
    }

    /// <summary>
    /// All claims of one target. Each attempt is a separate file. Attempt n+1 is created exclusively after the lease of
    /// attempt n expired; nothing is renamed or replaced.
    /// </summary>
    public sealed class Claims
    {
        private const double Seconds = 60.0;
        private const double MinLease = 0.1;
        private const double MaxLease = 3600.0;

        private readonly string _exportFolder;
        private readonly string _target;

        // Released claims by path; a file that stayed because the output folder was gone is used again.
        private readonly Dictionary<string, Claim> _released = new Dictionary<string, Claim>();

        public Claims(string exportFolder, string target)
        {
            _exportFolder = exportFolder;
            _target = target;
        }

        /// <summary>Claims an asset of `bytes` bytes; null if another bridge holds it. Throws IOException.</summary>
        public Claim Acquire(string asset, long bytes)
        {
            var last = List(asset).LastOrDefault();
            Claim ours;
            if (last.Value != null && _released.TryGetValue(last.Value, out ours) && ours.IsValid())
            {
                _released.Remove(last.Value);
                ours.Refresh();
                return ours;
            }
            if (last.Value != null && !IsExpired(last.Value))
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
            var path = PathOf(asset, attempt);
            var claim = new Claim(path, PathOf(asset, attempt + 1), text, nonce, attempt);
            try
            {
                return StateFiles.Create(path, text) ? claim : null;
            }
            catch (Exception)
            {
                _released[path] = claim;
                throw;
            }
        }

        /// <summary>Releases a claim without a result; earlier expired attempts still count.</summary>
        public void Release(Claim claim)
        {
            if (claim.IsValid())
            {
                StateFiles.Remove(claim.FilePath);
            }
            _released[claim.FilePath] = claim;
        }

        /// <summary>Removes every claim on an asset; call only after its receipt was written.</summary>
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

        private string PathOf(string asset, int attempt)
        {
            return Path.Combine(Folder, asset + "--" + _target + "." + attempt + ".json");
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

        private bool IsExpired(string path)
        {
            object wanted;
            var content = StateFiles.Read(path);
            var seconds = content != null && content.TryGetValue("expiresAfter", out wanted) && wanted is double
                ? (double)wanted
                : Seconds;
            return File.Exists(path) && Age(path) > Math.Max(MinLease, Math.Min(MaxLease, seconds));
        }

        /// <summary>Seconds since a file was written, by the clock of the share, not of this computer.</summary>
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
