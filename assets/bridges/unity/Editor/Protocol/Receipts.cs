using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>All receipts of one target: the final result for each asset.</summary>
    public sealed class Receipts
    {
        private const int MaxTextLength = 500;
        private const int MaxEntries = 1000;

        // The lists of a receipt together are shorter than a file of the protocol may be.
        private const int MaxListBytes = 200000;

        private readonly string _exportFolder;
        private readonly string _target;
        private readonly string _program;
        private readonly string _version;

        public Receipts(string exportFolder, string target, string program, string version)
        {
            _exportFolder = exportFolder;
            _target = target;
            _program = program;
            _version = version;
        }

        /// <summary>Whether the asset has a receipt and so is never imported again. Throws IOException.</summary>
        public bool Exists(string asset)
        {
            return File.Exists(ToPath(asset));
        }

        /// <summary>Whether the receipt says that the asset was imported.</summary>
        public bool HasImported(string asset)
        {
            object status;
            var receipt = StateFiles.Read(ToPath(asset));
            return receipt != null && receipt.TryGetValue("status", out status) && "imported".Equals(status);
        }

        /// <summary>Writes the receipt of an import with a result or a problem. Throws IOException.</summary>
        public void Write(string asset, string file, Result result, Problem problem, double seconds, int attempts, Dictionary<string, object> loose)
        {
            var found = result ?? new Result();
            StateFiles.PlaceOnce(ToPath(asset), Json.Write(new Dictionary<string, object>
            {
                { "schema", StateFiles.Schema },
                { "asset", asset },
                { "target", _target },
                { "program", _program },
                { "programVersion", _version },
                { "bridgeVersion", StateFiles.BridgeVersion },
                { "status", problem == null ? "imported" : "failed" },
                { "file", file },
                { "objects", Texts(found.Objects) },
                { "dimensions", Numbers(found.Dimensions) },
                { "upAxis", found.Dimensions == null ? null : "Y" },
                {
                    "textures", new Dictionary<string, object>
                    {
                        { "linked", found.TexturesLinked },
                        { "missing", Texts(found.TexturesMissing) },
                    }
                },
                { "clips", Texts(found.Clips) },
                { "armature", found.Armature == null ? null : Shorten(found.Armature) },
                { "warnings", Texts(found.Warnings) },
                { "error", problem == null ? null : ToError(problem) },
                { "seconds", Math.Round(Math.Max(0.0, seconds), 3) },
                { "attempts", attempts },
                { "importedAt", ToIso(DateTime.UtcNow) },
                { "loose", loose },
            }));
        }

        /// <summary>Whether this target has any receipt. Throws IOException.</summary>
        public bool HasAny()
        {
            return Directory.GetFiles(StateFiles.Folder(_exportFolder, "receipts"), "*--" + _target + ".json").Length > 0;
        }

        /// <summary>Ids of loose files by `LooseFiles.ToKey`. Throws IOException.</summary>
        public Dictionary<string, string> ListLoose()
        {
            var found = new Dictionary<string, string>();
            foreach (var path in Directory.GetFiles(StateFiles.Folder(_exportFolder, "receipts"), "*--" + _target + ".json"))
            {
                object file, loose, bytes, modified, asset;
                var receipt = StateFiles.Read(path) ?? new Dictionary<string, object>();
                receipt.TryGetValue("file", out file);
                receipt.TryGetValue("asset", out asset);
                receipt.TryGetValue("loose", out loose);
                var known = loose as Dictionary<string, object>;
                if (file is string && asset is string && known != null
                    && known.TryGetValue("bytes", out bytes) && bytes is double
                    && known.TryGetValue("modifiedMs", out modified) && modified is double)
                {
                    found[LooseFiles.ToKey((string)file, (long)(double)bytes, (long)(double)modified)] = (string)asset;
                }
            }
            return found;
        }

        /// <summary>A time in UTC as `2026-01-31T12:00:00.000Z`.</summary>
        public static string ToIso(DateTime moment)
        {
            return moment.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
        }

        private string ToPath(string asset)
        {
            return Path.Combine(StateFiles.Folder(_exportFolder, "receipts"), asset + "--" + _target + ".json");
        }

        private static Dictionary<string, object> ToError(Problem problem)
        {
            return new Dictionary<string, object> { { "code", problem.Code }, { "message", Shorten(problem.Message) } };
        }

        private static List<object> Numbers(double[] values)
        {
            if (values == null || values.Any(value => double.IsNaN(value) || double.IsInfinity(value)))
            {
                return null;
            }
            return values.Select(value => (object)Math.Round(value, 6)).ToList();
        }

        private static List<string> Texts(IEnumerable<string> values)
        {
            var room = MaxListBytes;
            return values.Take(MaxEntries).Select(Shorten).TakeWhile(text => (room -= Json.Write(text).Length + 2) >= 0).ToList();
        }

        private static string Shorten(string text)
        {
            var trimmed = text.Trim();
            return trimmed.Length <= MaxTextLength ? trimmed : trimmed.Substring(0, MaxTextLength - 1) + "…";
        }
    }
}
