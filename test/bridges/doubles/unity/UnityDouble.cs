// A double of the parts of Unity that the bridge calls, by the signatures of Unity's scripting reference. Whatever is
// called otherwise does not compile; what must be called on the main thread throws anywhere else.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public float this[int index]
        {
            get { return index == 0 ? x : index == 1 ? y : z; }
        }
    }

    /// <summary>Scales only, which is all that the double's importer makes.</summary>
    public struct Matrix4x4
    {
        public float scale;

        public static Matrix4x4 operator *(Matrix4x4 a, Matrix4x4 b)
        {
            return new Matrix4x4 { scale = a.scale * b.scale };
        }

        public Vector3 MultiplyPoint3x4(Vector3 point)
        {
            return new Vector3(point.x * scale, point.y * scale, point.z * scale);
        }
    }

    public class Component : Object
    {
        public Transform transform { get; set; }
    }

    public class Transform : Component
    {
        public Matrix4x4 localToWorldMatrix { get; set; }
    }

    public class Mesh : Object
    {
        public Vector3[] vertices { get; set; }
        public Matrix4x4[] bindposes { get; set; }
    }

    public class Texture : Object
    {
    }

    public class Material : Object
    {
        public readonly Dictionary<string, Texture> Slots = new Dictionary<string, Texture>();

        public string[] GetTexturePropertyNames()
        {
            return Slots.Keys.ToArray();
        }

        public Texture GetTexture(string name)
        {
            return Slots[name];
        }
    }

    public class MeshFilter : Component
    {
        public Mesh sharedMesh { get; set; }
    }

    public class Renderer : Component
    {
        public Material[] sharedMaterials { get; set; }
    }

    public class MeshRenderer : Renderer
    {
    }

    public class SkinnedMeshRenderer : Renderer
    {
        public Mesh sharedMesh { get; set; }
        public Transform[] bones { get; set; }
        public Transform rootBone { get; set; }
    }

    public class AnimationClip : Object
    {
    }

    public class GameObject : Object
    {
        public readonly List<Component> Parts = new List<Component>();

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            return Parts.OfType<T>().ToArray();
        }
    }

    public static class Application
    {
        public static string dataPath { get; set; }

        public static string unityVersion
        {
            get { return "2021.3.45f1"; }
        }

        public static bool isBatchMode
        {
            get { return false; }
        }
    }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.WriteLine("LOG " + message);
        }

        public static void LogWarning(object message)
        {
            Console.WriteLine("WARNING " + message);
        }

        public static void LogError(object message)
        {
            Console.WriteLine("ERROR " + message);
        }
    }
}

namespace UnityEditor
{
    using UnityEngine;

    [AttributeUsage(AttributeTargets.Class)]
    public class InitializeOnLoadAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Method)]
    public class MenuItem : Attribute
    {
        public MenuItem(string itemName)
        {
        }
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();

        public static event AssemblyReloadCallback beforeAssemblyReload;

        public static void Reload()
        {
            beforeAssemblyReload();
        }
    }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();

        public static CallbackFunction update;

        public static event Action quitting;

        public static bool isCompiling { get; set; }

        public static bool isUpdating { get; set; }

        public static bool isPlayingOrWillChangePlaymode { get; set; }

        public static double timeSinceStartup
        {
            get { return Environment.TickCount / 1000.0; }
        }

        public static void Quit()
        {
            quitting();
        }
    }

    public static class EditorUtility
    {
        public static string OpenFolderPanel(string title, string folder, string defaultName)
        {
            return "";
        }
    }

    [Flags]
    public enum ImportAssetOptions
    {
        Default = 0,
        ForceUpdate = 1,
        ForceSynchronousImport = 8,
        ImportRecursive = 256,
    }

    public enum ModelImporterMaterialImportMode
    {
        None,
        ImportStandard,
        ImportViaMaterialDescription,
    }

    public enum ModelImporterAnimationType
    {
        None,
        Legacy,
        Generic,
        Human,
    }

    public class AssetPostprocessor
    {
        public string assetPath { get; set; }

        public AssetImporter assetImporter { get; set; }
    }

    public class AssetImporter : UnityEngine.Object
    {
        public static AssetImporter GetAtPath(string path)
        {
            return AssetDatabase.FindImporter(path);
        }
    }

    public class ModelImporter : AssetImporter
    {
        public bool importCameras = true;
        public bool importLights = true;
        public bool useFileScale = true;
        public float globalScale = 1f;
        public bool importAnimation = true;
        public ModelImporterMaterialImportMode materialImportMode = ModelImporterMaterialImportMode.ImportStandard;
        public ModelImporterAnimationType animationType = ModelImporterAnimationType.Generic;
        public bool WereTexturesExtracted;

        public bool ExtractTextures(string folderPath)
        {
            WereTexturesExtracted = true;
            return true;
        }
    }
}
