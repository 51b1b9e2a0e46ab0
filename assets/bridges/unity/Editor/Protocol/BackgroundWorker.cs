using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace Dropforge.Protocol
{
    /// <summary>The background thread that scans, claims and verifies, so that the main thread only imports.</summary>
    public sealed class BackgroundWorker
    {
        // Seconds without change after which a folder with missing files counts as damaged.
        private const double Patience = 5.0;
        private const int MaxCrashes = 3;

        // An unresponsive share must not keep the editor from reloading.
        private const int CloseMs = 5000;

        private static readonly string[] Temporary = { "missing_file", "damaged" };

        private readonly string _exportFolder;
        private readonly string _program;
        private readonly string[] _formats;
        private readonly Claims _claims;
        private readonly Receipts _receipts;
        private readonly LooseFiles _loose;
        private readonly Baseline _baseline;
        private readonly Results _results;
        private readonly Heartbeat _heartbeat;
        private readonly Thread _thread;
        private readonly ScanInterval _interval;
        private readonly WorkList _work = new WorkList();
        private bool _isRemembered;
        private bool _hasMore;

        public BackgroundWorker(string exportFolder, string target, string program, string version, string[] formats, Dictionary<string, object> settings)
        {
            _exportFolder = exportFolder;
            _program = program;
            _formats = formats;
            _claims = new Claims(exportFolder, target);
            _receipts = new Receipts(exportFolder, target, program, version);
            _loose = new LooseFiles(exportFolder);
            _baseline = new Baseline(exportFolder, target);
            _results = new Results(exportFolder, _receipts);
            _heartbeat = new Heartbeat(exportFolder, target, program, version, formats, settings, _work.ListClaims);
            _interval = new ScanInterval(exportFolder, _heartbeat.KeepAlive);
            _thread = new Thread(Run) { Name = "dropforge-worker", IsBackground = true };
        }

        /// <summary>Why delivery is not possible at the moment, as a message for the user; null if it is.</summary>
        public volatile string ErrorMessage;

        public void Start()
        {
            _thread.Start();
        }

        /// <summary>Stops the thread and releases claims on assets that were not imported.</summary>
        public void Stop()
        {
            _heartbeat.IsStopping = true;
            _interval.Wake();
            _thread.Join(CloseMs);
            foreach (var claim in _work.ListClaims())
            {
                _claims.Release(claim);
            }
            _heartbeat.End();
        }

        /// <summary>Removes and returns the next order; null if there is none. The caller calls `Answer` after the import.</summary>
        public Order Next()
        {
            var order = _work.Next();
            if (order != null && !order.Claim.IsValid())
            {
                // The computer was asleep and another bridge took over the asset, or the folder is gone for a moment.
                _work.KeepUnsent(() => GiveBack(order));
                return null;
            }
            _heartbeat.State = order == null ? "idle" : "importing";
            return order;
        }

        /// <summary>Writes the receipt; a failed write is retried with every scan.</summary>
        public void Answer(Order order, Result result, Problem problem, double seconds)
        {
            _heartbeat.State = "idle";
            Send(order.Asset, order.File, result, problem, seconds, order.Claim.Attempt, order.Loose);
            _interval.Wake();
        }

        private void Run()
        {
            while (!_heartbeat.IsStopping)
            {
                var isIdle = false;
                _interval.Begin();
                try
                {
                    isIdle = Scan();
                    ErrorMessage = null;
                }
                catch (StoppingException)
                {
                    return;
                }
                catch (Exception error)
                {
                    // An unhandled exception of a thread would end the editor.
                    ErrorMessage = "Could not use the output folder “" + _exportFolder + "”: " + error.Message;
                }
                _interval.Wait(isIdle);
            }
        }

        /// <summary>Scans once; returns whether no work is left.</summary>
        private bool Scan()
        {
            _hasMore = false;
            _heartbeat.KeepAlive();
            foreach (var send in _work.PopUnsent())
            {
                send();
            }
            if (!_isRemembered)
            {
                _loose.Remember(_receipts.ListLoose());
                _isRemembered = true;
            }
            var ignored = new Dictionary<string, string>();
            var scan = new FolderScan(_exportFolder);
            var manifests = scan.Assets.ToList();
            _baseline.Exclude(scan, _receipts.HasAny, ignored);
            foreach (var path in scan.Assets)
            {
                VisitAsset(path, manifests, scan.Assets, ignored);
            }
            foreach (var relative in scan.Loose)
            {
                VisitLoose(relative, ignored);
            }
            _heartbeat.Ignored = ignored;
            return !_hasMore && _work.ListClaims().Length == 0;
        }

        private void VisitAsset(string path, List<string> manifests, List<string> awaited, Dictionary<string, string> ignored)
        {
            var relative = path.Substring(0, path.LastIndexOf('/'));
            var folder = Path.Combine(_exportFolder, relative);
            var value = StateFiles.Read(Path.Combine(_exportFolder, path));
            var asset = value == null ? null : Manifest.ReadId(value);
            if (asset == null)
            {
                if (IsStill(folder))
                {
                    ignored[relative] = "Could not read the manifest " + Path.GetFileName(path) + ".";
                }
                return;
            }
            if (Manifest.IsNewer(value))
            {
                ignored[relative] = "This asset requires a newer version of the bridge. Update the bridge.";
                return;
            }
            if (IsDone(asset) || !_work.HasRoom || !_results.IsDue(path, value, manifests, awaited))
            {
                return;
            }
            try
            {
                ClaimAndVerify(Manifest.ToOrder(folder, relative, value, _formats));
            }
            catch (Problem problem)
            {
                if ((!Temporary.Contains(problem.Code) || IsStill(folder)) && _claims.Acquire(asset, 0) != null)
                {
                    Send(asset, relative, null, problem, 0.0, 1, null);
                }
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                // The folder may be gone for a moment. A file that stays missing is refused by `ToOrder`.
                _hasMore = true;
                ignored[relative] = "Could not verify the model: " + error.Message;
            }
        }

        private void VisitLoose(string relative, Dictionary<string, string> ignored)
        {
            var format = Path.GetExtension(relative).TrimStart('.').ToLowerInvariant();
            if (!_formats.Contains(format))
            {
                ignored[relative] = _program + " cannot import ." + format + " files.";
                return;
            }
            string asset = null;
            try
            {
                asset = _loose.FindId(relative, _heartbeat.KeepAlive);
                _hasMore |= asset == null;
                if (asset != null && !IsDone(asset) && _work.HasRoom)
                {
                    ClaimAndVerify(_loose.ToOrder(relative, asset));
                }
            }
            catch (Problem problem)
            {
                if (_claims.Acquire(asset, 0) != null)
                {
                    Send(asset, relative, null, problem, 0.0, 1, _loose.Describe(relative));
                }
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                ignored[relative] = "Could not read the file: " + error.Message;
            }
        }

        private void ClaimAndVerify(Order order)
        {
            order.Claim = _claims.Acquire(order.Asset, order.Bytes);
            if (order.Claim == null)
            {
                return;
            }
            _work.KeepClaim(order.Asset, order.Claim);
            try
            {
                if (_receipts.Exists(order.Asset))
                {
                    // Another bridge wrote a receipt between the last scan and our claim.
                    End(order.Asset);
                    return;
                }
                if (order.Claim.Attempt > MaxCrashes)
                {
                    throw new Problem("crashed", "The program crashed " + MaxCrashes + " times while importing this asset. It will not be tried again.");
                }
                foreach (var promise in order.Promises)
                {
                    if (LooseFiles.Hash(promise.Key, _heartbeat.KeepAlive) != promise.Value)
                    {
                        throw new Problem("damaged", "“" + Path.GetFileName(promise.Key) + "” is damaged: its content does not match the manifest.");
                    }
                }
            }
            catch (Problem problem)
            {
                Send(order.Asset, order.File, null, problem, 0.0, Math.Min(order.Claim.Attempt, MaxCrashes), order.Loose);
                return;
            }
            catch (Exception)
            {
                GiveBack(order);
                throw;
            }
            _work.Add(order);
        }

        private void GiveBack(Order order)
        {
            _work.DropClaim(order.Asset);
            _claims.Release(order.Claim);
        }

        private void Send(string asset, string file, Result result, Problem problem, double seconds, int attempts, Dictionary<string, object> loose)
        {
            try
            {
                _receipts.Write(asset, file, result, problem, seconds, attempts, loose);
                End(asset);
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                _work.KeepUnsent(() => Send(asset, file, result, problem, seconds, attempts, loose));
            }
        }

        private void End(string asset)
        {
            _claims.Forget(asset);
            _work.DropClaim(asset);
        }

        /// <summary>Whether a folder was unchanged for so long that it counts as final.</summary>
        private bool IsStill(string folder)
        {
            var isStill = _loose.FolderSecondsUnchanged(folder) >= Patience;
            _hasMore |= !isStill;
            return isStill;
        }

        private bool IsDone(string asset)
        {
            return _work.HasClaim(asset) || _receipts.Exists(asset);
        }
    }
}
