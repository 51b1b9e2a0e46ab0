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
    /// Settings for this project on this computer: `UserSettings/Dropforge.json`, which is not shared with a team.
    /// Dropforge and the menu in Unity write the file.
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

        /// <summary>The output folder, absolute; null if not set.</summary>
        public string Folder { get; private set; }

        /// <summary>Name of this target; null for the default.</summary>
        public string Target { get; private set; }

        /// <summary>Preferred formats, best first.</summary>
        public List<string> Formats { get; private set; }

        /// <summary>Import scale.</summary>
        public double Scale { get; private set; }

        /// <summary>Destination folder, such as `Assets/Props`; null for the default.</summary>
        public string Into { get; private set; }

        /// <summary>Whether to import materials and textures.</summary>
        public bool HasMaterials { get; private set; }

        /// <summary>Modification time of the file.</summary>
        public static DateTime Stamp
        {
            get { return File.GetLastWriteTimeUtc(FilePath); }
        }

        /// <summary>Reads the settings; missing and invalid values are replaced by their defaults.</summary>
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

        /// <summary>Whether a path is a valid destination folder in the project.</summary>
        private static bool IsPlace(string into)
        {
            var parts = (into ?? "").Split('/');
            return parts.Length > 1
                && parts[0] == "Assets"
                && parts.Skip(1).All(part => part.Trim(' ', '.') == part && Regex.IsMatch(part, "^[^\\x00-\\x1f\\\\:*?\"<>|~]+$"));
        }

        /// <summary>Sets the output folder; all other settings are kept. Throws IOException.</summary>
        public static void WriteFolder(string folder)
        {
            var value = StateFiles.Read(FilePath) ?? new Dictionary<string, object>();
            value["schema"] = StateFiles.Schema;
            value["folder"] = folder;
            Directory.CreateDirectory(Path.GetDirectoryName(FilePath));
            StateFiles.Replace(FilePath, Json.Write(value));
        }

        /// <summary>Settings that Dropforge shows for the target.</summary>
        public Dictionary<string, object> ToHeartbeat()
        {
            return new Dictionary<string, object>
            {
                { "scale", Scale }, { "formats", Formats }, { "materials", HasMaterials },
            };
        }
    }
}
