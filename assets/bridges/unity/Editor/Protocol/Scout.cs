using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;

namespace Dropforge.Protocol
{
    /// <summary>The background thread that scans, claims and verifies, so that the main thread only imports.</summary>
    public sealed class Scout
    {
        private const int LookEveryMs = 250;

        // A look that takes long, over a slow share, must not keep the share busy: it rests ten times as long.
        private const int Rest = 10;

        // Seconds without change after which a folder with missing files counts as damaged.
        private const double Patience = 5.0;

        private const int MaxCrashes = 3;

        // A share that does not answer must not keep the editor from reloading.
        private const int CloseMs = 5000;

        private static readonly string[] Passing = { "missing_file", "damaged" };

        private readonly string _exportFolder;
        private readonly string _program;
        private readonly string[] _formats;
        private readonly Claims _claims;
        private readonly Receipts _receipts;
        private readonly LooseFiles _loose;
        private readonly FirstContact _first;
        private readonly Pulse _pulse;
        private readonly Thread _thread;
        private readonly AutoResetEvent _wake = new AutoResetEvent(false);
        private readonly WorkList _work = new WorkList();
        private bool _isRemembered;

        public Scout(string exportFolder, string target, string program, string version, string[] formats, Dictionary<string, object> settings)
        {
            _exportFolder = exportFolder;
            _program = program;
            _formats = formats;
            _claims = new Claims(exportFolder, target);
            _receipts = new Receipts(exportFolder, target, program, version);
            _loose = new LooseFiles(exportFolder);
            _first = new FirstContact(exportFolder, target);
            _pulse = new Pulse(exportFolder, target, program, version, formats, settings, _work.ListHeld);
            _thread = new Thread(Run) { Name = "dropforge-scout", IsBackground = true };
        }

        /// <summary>Why nothing can be delivered at the moment, for a person; null: it can.</summary>
        public volatile string Trouble;

        public void Start()
        {
            _thread.Start();
        }

        /// <summary>Ends the thread; what was claimed and not imported is given back.</summary>
        public void Stop()
        {
            _pulse.IsStopping = true;
            _wake.Set();
            _thread.Join(CloseMs);
            foreach (var claim in _work.ListHeld())
            {
                claim.GiveBack();
            }
            _pulse.End();
        }

        /// <summary>The next order; null: there is none. Whoever takes it calls `Answer`.</summary>
        public Order Take()
        {
            var order = _work.Take();
            if (order != null && !order.Claim.IsHeld())
            {
                // The computer was asleep and another bridge took over the asset.
                _work.LetGo(order.Asset);
                return null;
            }
            _pulse.State = order == null ? "idle" : "importing";
            return order;
        }

        /// <summary>Puts the receipt down; when the disk refuses, it is tried again with every look.</summary>
        public void Answer(Order order, Result result, Problem problem, double seconds)
        {
            _pulse.State = "idle";
            Send(order.Asset, order.File, result, problem, seconds, order.Claim.Attempt, order.Loose);
            _wake.Set();
        }

        private void Run()
        {
            while (!_pulse.IsStopping)
            {
                var began = Stopwatch.StartNew();
                try
                {
                    Look();
                    Trouble = null;
                }
                catch (StoppingException)
                {
                    return;
                }
                catch (Exception error)
                {
                    // Whatever it was: a thread that throws would take the editor down.
                    Trouble = "Could not use the output folder “" + _exportFolder + "”: " + error.Message;
                }
                _wake.WaitOne((int)Math.Max(LookEveryMs, Math.Min(60000, Rest * began.ElapsedMilliseconds)));
            }
        }

        private void Look()
        {
            _pulse.KeepAlive();
            foreach (var send in _work.TakeUnsent())
            {
                send();
            }
            if (!_isRemembered)
            {
                _loose.Remember(_receipts.ListLoose());
                _isRemembered = true;
            }
            var ignored = new Dictionary<string, string>();
            var survey = new Survey(_exportFolder);
            _first.LeaveOut(survey, _receipts.HasAny, ignored);
            foreach (var relative in survey.Assets)
            {
                VisitAsset(relative, ignored);
            }
            foreach (var relative in survey.Loose)
            {
                VisitLoose(relative, ignored);
            }
            _pulse.Ignored = ignored;
        }

        private void VisitAsset(string relative, Dictionary<string, string> ignored)
        {
            var folder = Path.Combine(_exportFolder, relative);
            var value = StateFiles.Read(Path.Combine(folder, Manifest.FileName));
            var asset = value == null ? null : Manifest.ReadId(value);
            if (asset == null)
            {
                if (_loose.FolderStill(folder) >= Patience)
                {
                    ignored[relative] = "Could not read the manifest " + Manifest.FileName + ".";
                }
                return;
            }
            if (Manifest.IsNewer(value))
            {
                ignored[relative] = "This asset requires a newer version of the bridge. Update the bridge.";
                return;
            }
            if (IsDone(asset) || !_work.HasRoom)
            {
                return;
            }
            try
            {
                ClaimAndVerify(Manifest.ToOrder(folder, relative, value, _formats));
            }
            catch (Problem problem)
            {
                if (!Passing.Contains(problem.Code) || _loose.FolderStill(folder) >= Patience)
                {
                    Send(asset, relative, null, problem, 0.0, 1, null);
                }
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
                asset = _loose.FindId(relative, _pulse.KeepAlive);
                if (asset != null && !IsDone(asset) && _work.HasRoom)
                {
                    ClaimAndVerify(_loose.ToOrder(relative, asset));
                }
            }
            catch (Problem problem)
            {
                Send(asset, relative, null, problem, 0.0, 1, _loose.Describe(relative));
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                ignored[relative] = "Could not read the file: " + error.Message;
            }
        }

        private void ClaimAndVerify(Order order)
        {
            var claim = _claims.Take(order.Asset, order.Bytes);
            if (claim == null)
            {
                return;
            }
            order.Claim = claim;
            _work.Hold(order.Asset, claim);
            if (_receipts.Exists(order.Asset))
            {
                // Another bridge answered, and ended its claim, between our look and our claim.
                End(order.Asset);
                return;
            }
            try
            {
                if (claim.Attempt > MaxCrashes)
                {
                    var words = "The program crashed " + MaxCrashes + " times while importing this asset. It will not be tried again.";
                    throw new Problem("crashed", words);
                }
                foreach (var promise in order.Promises)
                {
                    Check(promise.Key, promise.Value);
                }
            }
            catch (Problem problem)
            {
                Send(order.Asset, order.File, null, problem, 0.0, Math.Min(claim.Attempt, MaxCrashes), order.Loose);
                return;
            }
            catch (Exception)
            {
                _work.LetGo(order.Asset);
                claim.GiveBack();
                throw;
            }
            _work.Offer(order);
        }

        private void Check(string path, string promised)
        {
            string found;
            try
            {
                found = LooseFiles.Hash(path, _pulse.KeepAlive);
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                throw new Problem("missing_file", "Could not read “" + Path.GetFileName(path) + "”: " + error.Message);
            }
            if (found != promised)
            {
                throw new Problem("damaged", "“" + Path.GetFileName(path) + "” is damaged: its content does not match the manifest.");
            }
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
            _work.LetGo(asset);
        }

        private bool IsDone(string asset)
        {
            return _work.IsHeld(asset) || _receipts.Exists(asset);
        }
    }
}
