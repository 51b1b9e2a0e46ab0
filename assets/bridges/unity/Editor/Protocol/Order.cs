using System;
using System.Collections.Generic;

namespace Dropforge.Protocol
{
    /// <summary>
    /// One verified model on its way into the project. Paths are absolute, `File` is relative to the output folder;
    /// what follows is what the manifest promises, null or empty where it says nothing.
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

        /// <summary>Length and time of a file that a person put there, for the receipt; null for an exported asset.</summary>
        public Dictionary<string, object> Loose;

        /// <summary>Path and SHA-256 of every file that was promised.</summary>
        public List<KeyValuePair<string, string>> Promises = new List<KeyValuePair<string, string>>();

        public Claim Claim;
    }

    /// <summary>What the project holds after an import; `Dimensions` in metres.</summary>
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

    /// <summary>A model that cannot be delivered, in a sentence; `Code` is one of a receipt's error codes.</summary>
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
