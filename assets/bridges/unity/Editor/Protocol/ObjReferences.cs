using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Dropforge.Protocol
{
    /// <summary>Files that an OBJ and its MTL files refer to. Lines are matched one by one, in linear time.</summary>
    public static class ObjReferences
    {
        private const int MaxLine = 1 << 24;
        private const string Blank = @"[\s\x00-\x20]";
        private const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.Singleline;
        private static readonly char[] Blanks = Enumerable.Range(0, 33).Select(code => (char)code).ToArray();
        private static readonly Regex Library = new Regex(@"\A" + Blank + "*mtllib" + Blank + "+(.*)", Options);
        private static readonly Regex Map =
            new Regex(@"\A" + Blank + @"*(?:map_\w+|bump|norm|disp|decal|refl)" + Blank + "+(.*)", Options);
        private static readonly Regex Option = new Regex(@"\A-\w", Options);
        private static readonly Regex Argument = new Regex(@"\A(?:[-+.0-9]+|on|off)\z", Options);

        /// <summary>
        /// Absolute paths of the files that are there. Throws Problem: `unsafe_path` for a reference that leaves the
        /// folder, because the importer would open it, `import_failed` for a file that cannot be checked; IOException.
        /// </summary>
        public static List<string> Find(string path)
        {
            var folder = Path.GetDirectoryName(path);
            var libraries = new List<string>();
            foreach (var value in ListValues(path, Library))
            {
                RefuseWords(value);
                Add(libraries, folder, value);
                // Some importers read several libraries in a statement.
                foreach (var word in Split(value.Replace('"', ' ')).Distinct())
                {
                    Add(libraries, folder, word);
                }
            }
            var usual = Path.ChangeExtension(path, ".mtl");
            if (File.Exists(usual))
            {
                // Some importers also read the one with the name of the model.
                Add(libraries, folder, Path.GetFileName(usual));
            }
            var found = new List<string>(libraries);
            // Windows and macOS find a file by names that differ in case.
            foreach (var value in libraries.Distinct(StringComparer.OrdinalIgnoreCase).SelectMany(library => ListValues(library, Map)))
            {
                RefuseWords(value);
                Add(found, folder, StripOptions(value));
            }
            return found.Distinct().ToList();
        }

        /// <summary>Importers differ in where a name in a statement begins, so each word must be safe.</summary>
        private static void RefuseWords(string value)
        {
            SafePaths.RefuseOutside(value);
            foreach (var word in Split(value.Replace('"', ' ')))
            {
                SafePaths.RefuseOutside(word);
            }
        }

        private static void Add(List<string> found, string folder, string name)
        {
            var parts = name.Trim('"').Replace('\\', '/').Split('/').Where(part => part != "" && part != ".").ToList();
            try
            {
                if (parts.Count > 0)
                {
                    found.Add(SafePaths.Resolve(folder, string.Join("/", parts)));
                }
            }
            catch (Problem problem) when (problem.Code == "missing_file")
            {
                // The importer finds it no more than we do.
            }
        }

        /// <summary>The file name after the options of a statement; it may contain spaces.</summary>
        private static string StripOptions(string value)
        {
            var words = Split(value);
            var count = 0;
            while (count < words.Length - 1 && Option.IsMatch(words[count]))
            {
                count++;
                while (count < words.Length - 1 && Argument.IsMatch(words[count]))
                {
                    count++;
                }
            }
            var start = 0;
            for (var index = 0; index <= count; index++)
            {
                start = value.IndexOf(words[index], start, StringComparison.Ordinal) + (index < count ? words[index].Length : 0);
            }
            return value.Substring(start);
        }

        private static string[] Split(string value)
        {
            return value.Split(Blanks, StringSplitOptions.RemoveEmptyEntries);
        }

        private static IEnumerable<string> ListValues(string path, Regex pattern)
        {
            return ListLines(path)
                .Select(line => pattern.Match(line))
                .Where(match => match.Success)
                .Select(match => match.Groups[1].Value.Trim(Blanks))
                .Where(value => value != "")
                .Distinct();
        }

        /// <summary>
        /// All lines; lines that a backslash continues also joined, because importers differ in whether they join them.
        /// </summary>
        private static IEnumerable<string> ListLines(string path)
        {
            var parts = new List<string>();
            var length = 0L;
            foreach (var line in LooseFiles.IsEmpty(path) ? Enumerable.Empty<string>() : ReadLines(path))
            {
                length += line.Length;
                if (length >= MaxLine)
                {
                    throw new Problem("import_failed", "“" + Path.GetFileName(path) + "” contains a line that is too long to check.");
                }
                if (line.EndsWith("\\", StringComparison.Ordinal))
                {
                    parts.Add(line.Substring(0, line.Length - 1));
                    yield return parts.Last();
                    continue;
                }
                yield return line;
                if (parts.Count > 0)
                {
                    parts.Add(line);
                    yield return string.Join(" ", parts);
                    parts.Clear();
                }
                length = 0;
            }
            if (parts.Count > 0)
            {
                yield return string.Join(" ", parts);
            }
        }

        /// <summary>The lines of a file; one that is too long is cut, so that it does not fill the memory.</summary>
        private static IEnumerable<string> ReadLines(string path)
        {
            using (var reader = new StreamReader(path))
            {
                var line = new StringBuilder();
                for (var letter = reader.Read(); letter >= 0; letter = reader.Read())
                {
                    if (letter == '\r' && reader.Peek() == '\n')
                    {
                        continue;
                    }
                    var isEnd = letter == '\n' || letter == '\r';
                    if (!isEnd)
                    {
                        line.Append((char)letter);
                    }
                    if (isEnd || line.Length >= MaxLine)
                    {
                        yield return line.ToString();
                        line.Clear();
                    }
                }
                yield return line.ToString();
            }
        }
    }
}
