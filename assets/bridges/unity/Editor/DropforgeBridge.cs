using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Dropforge.Protocol;
using UnityEditor;
using UnityEngine;
using Debug = UnityEngine.Debug;

namespace Dropforge
{
    /// <summary>The bridge of the Unity Editor: starts when scripts are loaded and stops before a domain reload.</summary>
    [InitializeOnLoad]
    public static class DropforgeBridge
    {
        private const string Program = "unity";
        private const double LookAtSettingsEvery = 2.0;

        private static readonly string[] Formats = { "fbx", "obj" };

        private static Scout _scout;
        private static BridgeSettings _settings;
        private static DateTime _stamp;
        private static double _looked;
        private static string _told;

        static DropforgeBridge()
        {
            // Processes that import or build for the editor have no window, and load its scripts, too.
            if (Application.isBatchMode)
            {
                return;
            }
            AssemblyReloadEvents.beforeAssemblyReload += Stop;
            EditorApplication.quitting += Stop;
            EditorApplication.update += Update;
            Start();
        }

        [MenuItem("Tools/Dropforge/Output Folder…")]
        private static void ChooseFolder()
        {
            var folder = EditorUtility.OpenFolderPanel("Choose the Dropforge Output Folder", _settings.Folder ?? "", "");
            if (string.IsNullOrEmpty(folder))
            {
                return;
            }
            try
            {
                BridgeSettings.WriteFolder(folder);
            }
            catch (Exception error) when (StateFiles.IsDisk(error))
            {
                Debug.LogError("Dropforge: Could not save the output folder setting: " + error.Message);
            }
            Start();
        }

        private static void Start()
        {
            Stop();
            _stamp = BridgeSettings.Stamp;
            _looked = EditorApplication.timeSinceStartup;
            _settings = BridgeSettings.Read();
            if (_settings.Folder == null)
            {
                return;
            }
            var formats = _settings.Formats.Intersect(Formats).Concat(Formats).Distinct().ToArray();
            var target = Target.ToId(_settings.Target, Program);
            _scout = new Scout(_settings.Folder, target, Program, Application.unityVersion, formats, _settings.ToHeartbeat());
            _scout.Start();
        }

        private static void Stop()
        {
            var scout = _scout;
            _scout = null;
            if (scout != null)
            {
                scout.Stop();
            }
        }

        private static void Update()
        {
            try
            {
                LookAtSettings();
                Tell(_scout == null ? null : _scout.Trouble);
                var isBusy = EditorApplication.isCompiling
                    || EditorApplication.isUpdating
                    || EditorApplication.isPlayingOrWillChangePlaymode;
                var order = _scout == null || isBusy ? null : _scout.Take();
                if (order != null)
                {
                    CarryOut(order);
                }
            }
            catch (Exception error)
            {
                // Unity would show it again and again, ten times a second.
                Tell("Delivery error: " + error.Message);
            }
        }

        private static void CarryOut(Order order)
        {
            var scout = _scout;
            var began = Stopwatch.StartNew();
            Result result = null;
            Problem problem = null;
            try
            {
                result = ModelImport.Import(order, _settings);
            }
            catch (Problem error)
            {
                problem = error;
            }
            catch (Exception error)
            {
                problem = new Problem("import_failed", error.Message);
            }
            scout.Answer(order, result, problem, began.Elapsed.TotalSeconds);
            var name = Path.GetFileName(order.File);
            if (problem == null)
            {
                Debug.Log("Dropforge: Imported “" + name + "”.");
            }
            else
            {
                Debug.LogWarning("Dropforge: Could not import “" + name + "”: " + problem.Message);
            }
        }

        private static void LookAtSettings()
        {
            if (EditorApplication.timeSinceStartup - _looked < LookAtSettingsEvery)
            {
                return;
            }
            _looked = EditorApplication.timeSinceStartup;
            if (BridgeSettings.Stamp != _stamp)
            {
                Start();
            }
        }

        private static void Tell(string trouble)
        {
            if (trouble != null && trouble != _told)
            {
                Debug.LogWarning("Dropforge: " + trouble);
            }
            _told = trouble;
        }
    }
}
