// Calls single parts of the protocol of the Unity package: `checks.exe NAME ARGUMENT` writes what they answer.
using System;
using System.IO;
using System.Linq;
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
            case "manifest":
                var value = StateFiles.Read(Path.Combine(argument, Manifest.FileName));
                return Manifest.ToOrder(argument, Path.GetFileName(argument), value, new[] { "fbx", "obj" }).File;
            case "references":
                return string.Join(" ", ObjReferences.Find(argument).Select(Path.GetFileName));
            default:
                throw new ArgumentException(name);
        }
    }
}
