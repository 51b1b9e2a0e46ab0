using System;
using System.Diagnostics;
using System.IO;
using System.Threading;

namespace Dropforge.Protocol
{
    /// <summary>Pauses between scans; they end early after `Wake` and when the output folder changed since `Begin`.</summary>
    public sealed class ScanInterval
    {
        private const int ScanEveryMs = 250;

        // A pause is this many times as long as the scan before it: a slow share must not be kept busy.
        private const int Rest = 10;
        private const int MaxMs = 60000;

        // The same while nothing changes: half a percent of a core, whatever the number of assets.
        private const int IdleRest = 200;
        private const int MaxIdleMs = 5000;

        private readonly string _exportFolder;
        private readonly Action _keepAlive;
        private readonly AutoResetEvent _wake = new AutoResetEvent(false);
        private Stopwatch _began = Stopwatch.StartNew();
        private DateTime _stamp;

        public ScanInterval(string exportFolder, Action keepAlive)
        {
            _exportFolder = exportFolder;
            _keepAlive = keepAlive;
        }

        /// <summary>Call before a scan.</summary>
        public void Begin()
        {
            _began = Stopwatch.StartNew();
            _stamp = ReadStamp();
        }

        /// <summary>Waits after a scan; `isIdle`: it left no work.</summary>
        public void Wait(bool isIdle)
        {
            var took = _began.ElapsedMilliseconds;
            var pause = Math.Max(ScanEveryMs, Math.Min(MaxMs, Rest * took));
            var idle = isIdle ? Math.Min(MaxIdleMs, IdleRest * took) : 0;
            for (var left = Math.Max(pause, idle); left > 0; left -= pause)
            {
                if (_wake.WaitOne((int)Math.Min(left, pause)) || HasChanged())
                {
                    return;
                }
            }
        }

        public void Wake()
        {
            _wake.Set();
        }

        private bool HasChanged()
        {
            try
            {
                _keepAlive();
                return ReadStamp() != _stamp;
            }
            catch (Exception error) when (StateFiles.IsDisk(error) || error is StoppingException)
            {
                // The next scan meets the same, and reports it.
                return true;
            }
        }

        private DateTime ReadStamp()
        {
            try
            {
                return Directory.GetLastWriteTimeUtc(_exportFolder);
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                return DateTime.MinValue;
            }
        }
    }
}
