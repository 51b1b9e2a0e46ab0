// The double's asset database: its "models" are JSON, and it says how the model importer was set.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using Dropforge.Protocol;
using UnityEngine;

namespace UnityEditor
{
    public static class AssetDatabase
    {
        private static readonly Thread Main = Thread.CurrentThread;
        private static readonly Dictionary<string, ModelImporter> Importers = new Dictionary<string, ModelImporter>();
        private static readonly Dictionary<string, List<UnityEngine.Object>> Assets = new Dictionary<string, List<UnityEngine.Object>>();

        private static readonly HashSet<string> Known = new HashSet<string> { "Assets" };

        public static AssetImporter FindImporter(string path)
        {
            Check(path);
            ModelImporter found;
            return Importers.TryGetValue(path, out found) ? found : null;
        }

        public static void ImportAsset(string path, ImportAssetOptions options = ImportAssetOptions.Default)
        {
            Check(path);
            var place = Path.Combine(Path.GetDirectoryName(Application.dataPath), path);
            if (!Known.Contains(Path.GetDirectoryName(path).Replace('\\', '/')))
            {
                throw new InvalidOperationException("The folder above is not in the project: " + path);
            }
            Known.Add(path);
            var isRecursive = (options & ImportAssetOptions.ImportRecursive) != 0;
            var files = Directory.Exists(place) && isRecursive ? Directory.GetFiles(place, "*", SearchOption.AllDirectories) : new[] { place };
            Known.UnionWith(files.Select(file => path + (file == place ? "" : Path.GetDirectoryName(file.Substring(place.Length)).Replace('\\', '/')).TrimEnd('/')));
            foreach (var file in files.Where(name => name.EndsWith(".fbx") || name.EndsWith(".obj")))
            {
                Read(file, path + (file == place ? "" : file.Substring(place.Length).Replace('\\', '/')));
            }
        }

        public static void Refresh(ImportAssetOptions options)
        {
            Check("Assets/");
        }

        public static T LoadAssetAtPath<T>(string path)
            where T : UnityEngine.Object
        {
            return LoadAllAssetsAtPath(path).OfType<T>().FirstOrDefault();
        }

        public static UnityEngine.Object[] LoadAllAssetsAtPath(string path)
        {
            Check(path);
            List<UnityEngine.Object> found;
            return Assets.TryGetValue(path, out found) ? found.ToArray() : new UnityEngine.Object[0];
        }

        public static bool DeleteAsset(string path)
        {
            Check(path);
            Console.WriteLine("DELETED " + path);
            Directory.Delete(Path.Combine(Path.GetDirectoryName(Application.dataPath), path), true);
            return true;
        }

        private static void Read(string file, string path)
        {
            if (!Importers.ContainsKey(path))
            {
                Importers[path] = new ModelImporter();
            }
            var importer = Importers[path];
            var type = typeof(Dropforge.DropforgePostprocessor);
            var processor = new Dropforge.DropforgePostprocessor { assetPath = path, assetImporter = importer };
            type.GetMethod("OnPreprocessModel", BindingFlags.Instance | BindingFlags.NonPublic).Invoke(processor, null);
            var value = Json.ParseObject(File.ReadAllText(file));
            if (value == null)
            {
                return;
            }
            var size = ((List<object>)value["size"]).Select(side => (float)(double)side).ToArray();
            var isSkinned = value.ContainsKey("bone");
            var factor = importer.globalScale * (importer.useFileScale ? 0.01f : 1f);
            var place = new Transform { name = "body", localToWorldMatrix = new Matrix4x4 { scale = isSkinned ? 7f : factor } };
            var mesh = new Mesh { vertices = new[] { new Vector3(0, 0, 0), new Vector3(size[0], size[1], size[2]) } };
            var material = new Material();
            material.Slots["_MainTex"] = importer.WereTexturesExtracted ? new Texture { name = "wood" } : null;
            var root = new GameObject { name = "root" };
            root.Parts.Add(place);
            if (isSkinned)
            {
                // At rest the bone undoes what the mesh's own place would add.
                var bone = new Transform { name = (string)value["bone"], localToWorldMatrix = new Matrix4x4 { scale = factor * 2 } };
                mesh.bindposes = new[] { new Matrix4x4 { scale = 0.5f } };
                root.Parts.Add(new SkinnedMeshRenderer { transform = place, sharedMesh = mesh, sharedMaterials = new[] { material }, bones = new[] { bone } });
                root.Parts.Add(bone);
            }
            else
            {
                root.Parts.Add(new MeshFilter { transform = place, sharedMesh = mesh });
                root.Parts.Add(new MeshRenderer { transform = place, sharedMaterials = new[] { material } });
            }
            Assets[path] = new List<UnityEngine.Object> { root };
            if (importer.importAnimation && value.ContainsKey("clip"))
            {
                Assets[path].Add(new AnimationClip { name = (string)value["clip"] });
                Assets[path].Add(new AnimationClip { name = "__preview__" + value["clip"] });
            }
            Console.WriteLine("IMPORTED " + path + " " + string.Join(" ", new[]
            {
                "cameras=" + importer.importCameras,
                "lights=" + importer.importLights,
                "fileScale=" + importer.useFileScale,
                "materials=" + importer.materialImportMode,
                "animation=" + importer.animationType,
            }));
        }

        private static void Check(string path)
        {
            if (Thread.CurrentThread != Main)
            {
                throw new InvalidOperationException("AssetDatabase is for the main thread only.");
            }
            if (!path.StartsWith("Assets/"))
            {
                throw new ArgumentException("Not a path of the project: " + path);
            }
        }
    }

    /// <summary>An editor that lives until so many receipts are there: and a file: `editor.exe PROJECT EXPORT RECEIPTS [FILE]`.</summary>
    public static class EditorDouble
    {
        public static int Main(string[] arguments)
        {
            Application.dataPath = Path.Combine(arguments[0], "Assets");
            AssetDatabase.FindImporter("Assets/");
            RuntimeHelpers.RunClassConstructor(typeof(Dropforge.DropforgeBridge).TypeHandle);
            var receipts = Path.Combine(arguments[1], ".dropforge", "receipts");
            var deadline = DateTime.UtcNow.AddSeconds(60);
            while (DateTime.UtcNow < deadline && !(HasAll(receipts, int.Parse(arguments[2])) && arguments.Skip(3).All(File.Exists)))
            {
                EditorApplication.update();
                Thread.Sleep(5);
            }
            AssemblyReloadEvents.Reload();
            return HasAll(receipts, int.Parse(arguments[2])) ? 0 : 1;
        }

        private static bool HasAll(string receipts, int count)
        {
            return Directory.Exists(receipts) && Directory.GetFiles(receipts, "*.json").Count(path => !Path.GetFileName(path).StartsWith(".")) >= count;
        }
    }
}
