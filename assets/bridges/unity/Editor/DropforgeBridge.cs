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
        private const double SettingsInterval = 2.0;

        private static readonly string[] Formats = { "fbx", "obj" };

        private static BackgroundWorker _worker;
        private static BridgeSettings _settings;
        private static DateTime _stamp;
        private static double _checked;
        private static string _logged;

        static DropforgeBridge()
        {
            // Worker processes of the editor, which have no window, load its scripts, too.
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
            _checked = EditorApplication.timeSinceStartup;
            _settings = BridgeSettings.Read();
            if (_settings.Folder == null)
            {
                return;
            }
            var formats = _settings.Formats.Intersect(Formats).Concat(Formats).Distinct().ToArray();
            var target = Target.ToId(_settings.Target, Program);
            _worker = new BackgroundWorker(_settings.Folder, target, Program, Application.unityVersion, formats, _settings.ToHeartbeat());
            _worker.Start();
        }

        private static void Stop()
        {
            var worker = _worker;
            _worker = null;
            if (worker != null)
            {
                worker.Stop();
            }
        }

        private static void Update()
        {
            try
            {
                CheckSettings();
                LogOnce(_worker == null ? null : _worker.ErrorMessage);
                var isBusy = EditorApplication.isCompiling
                    || EditorApplication.isUpdating
                    || EditorApplication.isPlayingOrWillChangePlaymode;
                var order = _worker == null || isBusy ? null : _worker.Next();
                if (order != null)
                {
                    CarryOut(order);
                }
            }
            catch (Exception error)
            {
                // Otherwise Unity would log it with every update.
                LogOnce("Delivery error: " + error.Message);
            }
        }

        private static void CarryOut(Order order)
        {
            var worker = _worker;
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
            worker.Answer(order, result, problem, began.Elapsed.TotalSeconds);
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

        private static void CheckSettings()
        {
            if (EditorApplication.timeSinceStartup - _checked < SettingsInterval)
            {
                return;
            }
            _checked = EditorApplication.timeSinceStartup;
            if (BridgeSettings.Stamp != _stamp)
            {
                Start();
            }
        }

        private static void LogOnce(string errorMessage)
        {
            if (errorMessage != null && errorMessage != _logged)
            {
                Debug.LogWarning("Dropforge: " + errorMessage);
            }
            _logged = errorMessage;
        }
    }
}
