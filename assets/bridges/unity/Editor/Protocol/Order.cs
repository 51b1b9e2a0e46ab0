using System;
using System.Collections.Generic;

namespace Dropforge.Protocol
{
    /// <summary>
    /// A verified model to import. Paths are absolute, `File` is relative to the output folder. The fields after `Format`
    /// come from the manifest; null or empty if it does not contain them.
    /// </summary>
    public sealed class Order
    {
        public string Asset;
        public string Name;
        public string Path;
        public string File;
        public string Format;
        public List<string> Sides = new List<string>();
        public double? MetresPerUnit;
        public List<string> Clips = new List<string>();
        public bool HasSkeleton;
        public long Bytes;

        /// <summary>Length and time of a loose file, for the receipt; null for an exported asset.</summary>
        public Dictionary<string, object> Loose;

        /// <summary>Path and SHA-256 of each file in the manifest that is imported.</summary>
        public List<KeyValuePair<string, string>> Promises = new List<KeyValuePair<string, string>>();

        /// <summary>A later result in the folder of an asset.</summary>
        public bool IsLater;

        public Claim Claim;
    }

    /// <summary>Result of an import as measured in the project; `Dimensions` in metres.</summary>
    public sealed class Result
    {
        public List<string> Objects = new List<string>();
        public double[] Dimensions;
        public int TexturesLinked;
        public List<string> TexturesMissing = new List<string>();
        public List<string> Clips = new List<string>();
        public string Armature;
        public List<string> Warnings = new List<string>();
    }

    /// <summary>A model that cannot be delivered. The message is shown to the user; `Code` is an error code of receipts.</summary>
    public sealed class Problem : Exception
    {
        public Problem(string code, string message)
            : base(message)
        {
            Code = code;
        }

        public string Code { get; private set; }
    }
}
