using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>Ends work in the middle of a long file.</summary>
    public sealed class StoppingException : Exception
    {
    }

    /// <summary>The signs of life of a target and of the claims it holds. Belongs to the worker's thread.</summary>
    public sealed class Heartbeat
    {
        private const double BeatEvery = 5.0;
        private const int MaxIgnored = 50;

        private readonly string _exportFolder;
        private readonly string _target;
        private readonly string _program;
        private readonly string _version;
        private readonly IList<string> _formats;
        private readonly Dictionary<string, object> _settings;
        private readonly Func<IEnumerable<Claim>> _listHeld;
        private readonly Stopwatch _since = new Stopwatch();

        public Heartbeat(
            string exportFolder,
            string target,
            string program,
            string version,
            IList<string> formats,
            Dictionary<string, object> settings,
            Func<IEnumerable<Claim>> listHeld)
        {
            _exportFolder = exportFolder;
            _target = target;
            _program = program;
            _version = version;
            _formats = formats;
            _settings = settings;
            _listHeld = listHeld;
        }

        /// <summary>`idle`, `importing` or `stopped`.</summary>
        public volatile string State = "idle";

        public volatile bool IsStopping;

        /// <summary>What lies in the folder and is not delivered, with the reason.</summary>
        public Dictionary<string, string> Ignored = new Dictionary<string, string>();

        /// <summary>Shows that target and claims are alive, when it is time to. Throws StoppingException, IOException.</summary>
        public void KeepAlive()
        {
            if (IsStopping)
            {
                throw new StoppingException();
            }
            if (_since.IsRunning && _since.Elapsed.TotalSeconds < BeatEvery)
            {
                return;
            }
            foreach (var claim in _listHeld())
            {
                claim.Refresh();
            }
            Beat();
        }

        /// <summary>Says that the target is gone, if it still can.</summary>
        public void End()
        {
            State = "stopped";
            try
            {
                Beat();
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
            }
        }

        private void Beat()
        {
            var ignored = Ignored.Take(MaxIgnored)
                .Select(entry => new Dictionary<string, object> { { "path", entry.Key }, { "reason", entry.Value } })
                .ToList();
            var path = Path.Combine(StateFiles.Folder(_exportFolder, "targets"), _target + ".json");
            StateFiles.Replace(path, Json.Write(new Dictionary<string, object>
            {
                { "schema", StateFiles.Schema },
                { "target", _target },
                { "program", _program },
                { "programVersion", _version },
                { "bridgeVersion", StateFiles.BridgeVersion },
                { "host", Target.HostName },
                { "pid", Process.GetCurrentProcess().Id },
                { "formats", _formats },
                { "settings", _settings },
                { "state", State },
                { "ignored", ignored },
                { "seenAt", Receipts.ToIso(DateTime.UtcNow) },
            }));
            _since.Restart();
        }
    }
}
