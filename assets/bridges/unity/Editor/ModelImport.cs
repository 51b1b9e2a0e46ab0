using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Dropforge.Protocol;
using UnityEditor;
using UnityEngine;

namespace Dropforge
{
    /// <summary>Imports a model into its own folder of the project.</summary>
    public static class ModelImport
    {
        /// <summary>Default destination folder; the folder structure of the output folder is kept below the destination.</summary>
        public const string Root = "Assets/Dropforge";

        // What models refer to. Unity runs scripts and libraries in a project, and takes the ids of assets from .meta files.
        private static readonly string[] SideFormats =
        {
            "bin", "bmp", "dds", "exr", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "mtl", "png", "psd", "tga", "tif", "tiff", "webp",
        };

        /// <summary>The current import, for the postprocessor that sets the import settings; null if there is none.</summary>
        public static Order Current { get; private set; }

        /// <summary>Settings of the current import.</summary>
        public static BridgeSettings CurrentSettings { get; private set; }

        /// <summary>Destination folder of the current import.</summary>
        public static string CurrentFolder { get; private set; }

        /// <summary>Imports on the editor's main thread. Throws Problem and exceptions of Unity.</summary>
        public static Result Import(Order order, BridgeSettings settings)
        {
            var root = settings.Into ?? Root;
            var folder = FindFreeFolder(order, root);
            try
            {
                Current = order;
                CurrentSettings = settings;
                CurrentFolder = folder;
                var model = CopyIn(order, folder);
                for (var end = folder.IndexOf('/', root.IndexOf('/') + 1); end > 0; end = folder.IndexOf('/', end + 1))
                {
                    // Unity imports a folder only if it knows the parent folder.
                    AssetDatabase.ImportAsset(folder.Substring(0, end));
                }
                AssetDatabase.ImportAsset(folder, ImportAssetOptions.ImportRecursive | ImportAssetOptions.ForceSynchronousImport);
                if (settings.HasMaterials)
                {
                    ExtractTextures(model);
                }
                var loaded = AssetDatabase.LoadAssetAtPath<GameObject>(model);
                if (loaded == null)
                {
                    throw new Problem("import_failed", "The Unity importer returned no model. See the Console for details.");
                }
                var assets = AssetDatabase.LoadAllAssetsAtPath(model);
                var result = ModelMeasure.Measure(loaded, assets);
                if (order.MetresPerUnit == null && order.Format == "obj")
                {
                    result.Warnings.Add("OBJ files do not store a unit; 1 m per unit was used.");
                }
                foreach (var side in order.Sides.Where(side => !IsSide(side)))
                {
                    var name = Path.GetFileName(side);
                    result.Warnings.Add("“" + name + "” was not copied into the project: it is neither an image nor a material.");
                }
                return result;
            }
            catch (Exception)
            {
                // Remove partial results of the failed import.
                AssetDatabase.DeleteAsset(folder);
                throw;
            }
            finally
            {
                Current = null;
            }
        }

        private static string CopyIn(Order order, string folder)
        {
            var place = Path.Combine(BridgeSettings.Project, folder);
            var from = Path.GetDirectoryName(order.Path);
            foreach (var source in new[] { order.Path }.Concat(order.Sides.Where(IsSide)))
            {
                if (LooseFiles.IsEmpty(source))
                {
                    continue;
                }
                // Side files keep their relative paths, which the model refers to.
                var relative = source.Substring(from.Length).TrimStart('/', '\\');
                var to = Path.Combine(place, relative);
                Directory.CreateDirectory(Path.GetDirectoryName(to));
                File.Copy(source, to, false);
            }
            return folder + "/" + Path.GetFileName(order.Path);
        }

        private static bool IsSide(string path)
        {
            return SideFormats.Contains(Path.GetExtension(path).TrimStart('.').ToLowerInvariant());
        }

        /// <summary>Extracts embedded images, which Unity would not use otherwise.</summary>
        private static void ExtractTextures(string model)
        {
            var importer = AssetImporter.GetAtPath(model) as ModelImporter;
            var folder = Path.GetDirectoryName(model).Replace('\\', '/') + "/Textures";
            if (importer == null || !importer.ExtractTextures(folder))
            {
                return;
            }
            AssetDatabase.Refresh(ImportAssetOptions.ForceSynchronousImport);
            // Import again, with the extracted images.
            AssetDatabase.ImportAsset(model, ImportAssetOptions.ForceSynchronousImport | ImportAssetOptions.ForceUpdate);
        }

        /// <summary>A new folder at the path that the model has in the output folder.</summary>
        private static string FindFreeFolder(Order order, string root)
        {
            var above = order.File.Split('/').ToList();
            above.RemoveAt(above.Count - 1);
            if (order.Loose != null || order.IsLater)
            {
                above.Add(order.Name);
            }
            var wanted = string.Join("/", new[] { root }.Concat(above.Select(ToSafeName)));
            var folder = wanted;
            for (var number = 2; IsTaken(Path.Combine(BridgeSettings.Project, folder)); number++)
            {
                folder = wanted + " " + number;
            }
            return folder;
        }

        /// <summary>True if something is already there: a failed import must not remove it.</summary>
        private static bool IsTaken(string path)
        {
            return Directory.Exists(path) || File.Exists(path);
        }

        /// <summary>A folder name that Unity does not ignore, as it does a `~` or `.tmp` at the end.</summary>
        private static string ToSafeName(string name)
        {
            var safe = Regex.Replace(name, "[\\x00-\\x1f\\\\/:*?\"<>|~]", "_").Trim(' ', '.');
            safe = Regex.Replace(safe, "\\.(?=tmp$)", "_", RegexOptions.IgnoreCase);
            return safe.Length > 0 ? safe : "model";
        }
    }

    /// <summary>Import settings of models from Dropforge at their first import; later changes of the user are kept.</summary>
    public sealed class DropforgePostprocessor : AssetPostprocessor
    {
        private void OnPreprocessModel()
        {
            var order = ModelImport.Current;
            if (order == null || !assetPath.StartsWith(ModelImport.CurrentFolder + "/", StringComparison.Ordinal))
            {
                return;
            }
            var importer = (ModelImporter)assetImporter;
            importer.importCameras = false;
            importer.importLights = false;
            importer.materialImportMode = ModelImport.CurrentSettings.HasMaterials
                ? ModelImporterMaterialImportMode.ImportViaMaterialDescription
                : ModelImporterMaterialImportMode.None;
            // FBX files store a unit; Unity reads OBJ coordinates as metres.
            importer.useFileScale = order.Format == "fbx";
            var unit = order.Format == "obj" ? order.MetresPerUnit ?? 1.0 : 1.0;
            importer.globalScale = (float)(unit * ModelImport.CurrentSettings.Scale);
            importer.importAnimation = order.Clips.Count > 0 || order.Loose != null;
            if (order.Loose == null)
            {
                importer.animationType = order.HasSkeleton || order.Clips.Count > 0
                    ? ModelImporterAnimationType.Generic
                    : ModelImporterAnimationType.None;
            }
        }
    }
}
