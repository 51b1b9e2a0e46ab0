// Calls single parts of the protocol of the Unity package: `checks.exe NAME ARGUMENT` writes what they answer.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using Dropforge.Protocol;

public static class Checks
{
    public static void Main(string[] arguments)
    {
        try
        {
            Console.WriteLine(Check(arguments[0], arguments[1]));
        }
        catch (Problem problem)
        {
            Console.WriteLine(problem.Code);
        }
    }

    private static string Check(string name, string argument)
    {
        switch (name)
        {
            case "baseline":
                return ExcludeTwice(argument);
            case "id":
                return Manifest.ReadId(Json.ParseObject("{\"id\": \"" + argument + "\"}")) ?? "none";
            case "manifest":
                var value = StateFiles.Read(Path.Combine(argument, Manifest.FileName));
                var order = Manifest.ToOrder(argument, Path.GetFileName(argument), value, new[] { "fbx", "obj" });
                return order.Promises.All(promise => LooseFiles.Hash(promise.Key, () => { }) == promise.Value) ? order.File : "damaged";
            case "outage":
                return ImportAfterOutage(argument);
            case "pauses":
                return string.Join(" ", new[] { Pause(argument, false, false), Pause(argument, true, false), Pause(argument, true, true) });
            case "receipt":
                var names = Enumerable.Repeat(new string('椅', 600), 1000).ToList();
                var result = new Result { Dimensions = new[] { 1e30, 0.1234567, 2 }, Objects = names, Clips = names, Warnings = names, TexturesMissing = names };
                result.Armature = new string('椅', 1000000);
                new Receipts(argument, "test", "unity", "1").Write("a", "a", result, null, 1, 1, null);
                return Json.Write(StateFiles.Read(Path.Combine(argument, ".dropforge", "receipts", "a--test.json")));
            case "windows":
                // Mono asks this list, which on Windows contains the characters that no name may contain.
                Path.InvalidPathChars[0] = '|';
                return SafePaths.Resolve(argument, "a|b.obj");
            case "refusal":
                var refusing = new BackgroundWorker(argument, "test", "unity", "1", new[] { "obj" }, new Dictionary<string, object>());
                refusing.Start();
                Thread.Sleep(1000);
                refusing.Stop();
                return Directory.GetFiles(Path.Combine(argument, ".dropforge", "receipts")).Length.ToString();
            case "still":
                return new LooseFiles(argument).FolderSecondsUnchanged(argument).ToString();
            case "references":
                return string.Join(" ", ObjReferences.Find(argument).Select(Path.GetFileName));
            default:
                throw new ArgumentException(name);
        }
    }

    /// <summary>What is left of a scan while the list of old models cannot be read, and afterwards.</summary>
    private static string ExcludeTwice(string folder)
    {
        var baseline = new Baseline(folder, "test");
        var ignored = new Dictionary<string, string>();
        var answer = "";
        using (new FileStream(Path.Combine(folder, ".dropforge", "seen", "test.json"), FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            try
            {
                var scan = new FolderScan(folder);
                baseline.Exclude(scan, () => false, ignored);
                answer = scan.Assets.Count.ToString();
            }
            catch (IOException)
            {
                answer = "error";
            }
        }
        var later = new FolderScan(folder);
        baseline.Exclude(later, () => false, ignored);
        return answer + " " + later.Assets.Count;
    }

    /// <summary>How long the pause after a scan of 10 ms is, by order of magnitude; something may be added meanwhile.</summary>
    private static string Pause(string folder, bool isIdle, bool isChanged)
    {
        var interval = new ScanInterval(folder, () => { });
        var took = Stopwatch.StartNew();
        do
        {
            // Again if the computer was busy.
            interval.Begin();
            took.Restart();
            Thread.Sleep(10);
        }
        while (took.ElapsedMilliseconds > 30);
        if (isChanged)
        {
            Directory.CreateDirectory(Path.Combine(folder, "Chair"));
        }
        var since = Stopwatch.StartNew();
        interval.Wait(isIdle);
        return since.ElapsedMilliseconds < 1500 ? "short" : "long";
    }

    /// <summary>The attempt at which an asset is imported if its folder was gone when the import would have begun.</summary>
    private static string ImportAfterOutage(string folder)
    {
        var worker = new BackgroundWorker(folder, "test", "unity", "1", new[] { "obj" }, new Dictionary<string, object>());
        worker.Start();
        // The model is verified.
        Thread.Sleep(1000);
        Directory.Move(folder, folder + "-away");
        var early = worker.Next();
        Directory.Move(folder + "-away", folder);
        var order = early;
        for (var since = Stopwatch.StartNew(); order == null && since.ElapsedMilliseconds < 10000; Thread.Sleep(20))
        {
            order = worker.Next();
        }
        worker.Stop();
        return (early == null) + " " + (order == null ? 0 : order.Claim.Attempt);
    }
}
