using System;
using System.Text;
using Dropforge.Protocol;

/// <summary>Prints the id of a target of Unity for each name, one a line; an empty name is the default.</summary>
public static class TargetIds
{
    public static void Main(string[] names)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        foreach (var name in names)
        {
            Console.WriteLine(Target.ToId(name, "unity"));
        }
    }
}
