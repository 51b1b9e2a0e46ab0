using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Dropforge.Protocol;
using UnityEngine;

namespace Dropforge
{
    /// <summary>
    /// What was chosen for this project on this computer: `UserSettings/Dropforge.json`, which is not shared with a
    /// team. Dropforge writes the file, or a person in Unity's menu.
    /// </summary>
    public sealed class BridgeSettings
    {
        /// <summary>The project's folder, where `Assets` is.</summary>
        public static string Project
        {
            get { return Path.GetDirectoryName(Application.dataPath); }
        }

        private static string FilePath
        {
            get { return Path.Combine(Project, "UserSettings", "Dropforge.json"); }
        }

        /// <summary>The output folder, absolute; null: none was chosen.</summary>
        public string Folder { get; private set; }

        /// <summary>What a person calls this target; null: nothing.</summary>
        public string Target { get; private set; }

        /// <summary>Formats in a person's own order.</summary>
        public List<string> Formats { get; private set; }

        /// <summary>Factor on the size of what comes in.</summary>
        public double Scale { get; private set; }

        /// <summary>The folder that models are put below, such as `Assets/Props`; null: nobody chose one.</summary>
        public string Into { get; private set; }

        /// <summary>Whether materials and textures come in with a model.</summary>
        public bool HasMaterials { get; private set; }

        /// <summary>Changes with the file.</summary>
        public static DateTime Stamp
        {
            get { return File.GetLastWriteTimeUtc(FilePath); }
        }

        /// <summary>The settings; what is missing or makes no sense is as if nobody had chosen.</summary>
        public static BridgeSettings Read()
        {
            var value = StateFiles.Read(FilePath) ?? new Dictionary<string, object>();
            object folder, target, formats, scale, into, materials;
            value.TryGetValue("folder", out folder);
            value.TryGetValue("target", out target);
            value.TryGetValue("formats", out formats);
            value.TryGetValue("scale", out scale);
            value.TryGetValue("into", out into);
            value.TryGetValue("materials", out materials);
            var isScale = scale is double && (double)scale >= 1e-4 && (double)scale <= 1e4;
            return new BridgeSettings
            {
                Folder = string.IsNullOrEmpty(folder as string) ? null : (string)folder,
                Target = target as string,
                Formats = formats is List<object> ? ((List<object>)formats).OfType<string>().ToList() : new List<string>(),
                Scale = isScale ? (double)scale : 1.0,
                Into = IsPlace(into as string) ? (string)into : null,
                HasMaterials = !(materials is bool) || (bool)materials,
            };
        }

        /// <summary>Whether models may be put below a folder of the project.</summary>
        private static bool IsPlace(string into)
        {
            var parts = (into ?? "").Split('/');
            return parts.Length > 1
                && parts[0] == "Assets"
                && parts.Skip(1).All(part => part.Trim(' ', '.') == part && Regex.IsMatch(part, "^[^\\x00-\\x1f\\\\:*?\"<>|~]+$"));
        }

        /// <summary>Chooses the output folder; the rest of the file stays as it is. Throws IOException.</summary>
        public static void WriteFolder(string folder)
        {
            var value = StateFiles.Read(FilePath) ?? new Dictionary<string, object>();
            value["schema"] = StateFiles.Schema;
            value["folder"] = folder;
            Directory.CreateDirectory(Path.GetDirectoryName(FilePath));
            StateFiles.Replace(FilePath, Json.Write(value));
        }

        /// <summary>What Dropforge shows beside the target.</summary>
        public Dictionary<string, object> ToHeartbeat()
        {
            return new Dictionary<string, object>
            {
                { "scale", Scale }, { "formats", Formats }, { "materials", HasMaterials },
            };
        }
    }
}
