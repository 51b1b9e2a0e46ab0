using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Dropforge.Protocol
{
    /// <summary>
    /// Reads and writes JSON as dictionaries, lists, strings, doubles, booleans and null; Unity's own reader supports
    /// neither null nor keys that are not fields.
    /// </summary>
    public sealed class Json
    {
        private const int Deepest = 64;

        private readonly string _text;
        private int _at;

        private Json(string text)
        {
            _text = text;
        }

        /// <summary>The object in a text; null when the text is anything else.</summary>
        public static Dictionary<string, object> ParseObject(string text)
        {
            try
            {
                var reader = new Json(text.TrimStart('\ufeff'));
                var value = reader.ReadValue(0);
                reader.SkipSpace();
                return reader._at == reader._text.Length ? value as Dictionary<string, object> : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        /// <summary>The text of a value, in ASCII, so that names that are not valid Unicode do not make it unreadable.</summary>
        public static string Write(object value)
        {
            var text = new StringBuilder();
            WriteValue(text, value);
            return text.Append('\n').ToString();
        }

        private object ReadValue(int depth)
        {
            SkipSpace();
            if (depth > Deepest || _at >= _text.Length)
            {
                throw new FormatException();
            }
            switch (_text[_at])
            {
                case '{':
                    return ReadObject(depth);
                case '[':
                    return ReadList(depth);
                case '"':
                    return ReadString();
                case 't':
                    return ReadWord("true", true);
                case 'f':
                    return ReadWord("false", false);
                case 'n':
                    return ReadWord("null", null);
                default:
                    return ReadNumber();
            }
        }

        private Dictionary<string, object> ReadObject(int depth)
        {
            var found = new Dictionary<string, object>();
            _at++;
            if (TryTake('}'))
            {
                return found;
            }
            do
            {
                SkipSpace();
                var key = ReadString();
                Take(':');
                found[key] = ReadValue(depth + 1);
            }
            while (TryTake(','));
            Take('}');
            return found;
        }

        private List<object> ReadList(int depth)
        {
            var found = new List<object>();
            _at++;
            if (TryTake(']'))
            {
                return found;
            }
            do
            {
                found.Add(ReadValue(depth + 1));
            }
            while (TryTake(','));
            Take(']');
            return found;
        }

        private string ReadString()
        {
            if (_at >= _text.Length || _text[_at++] != '"')
            {
                throw new FormatException();
            }
            var text = new StringBuilder();
            while (_at < _text.Length)
            {
                var letter = _text[_at++];
                if (letter == '"')
                {
                    return text.ToString();
                }
                if (letter < ' ')
                {
                    break;
                }
                text.Append(letter == '\\' ? ReadEscape() : letter);
            }
            throw new FormatException();
        }

        private char ReadEscape()
        {
            var letter = _at < _text.Length ? _text[_at++] : '\0';
            var index = "\"\\/bfnrt".IndexOf(letter);
            if (index >= 0)
            {
                return "\"\\/\b\f\n\r\t"[index];
            }
            if (letter != 'u' || _at + 4 > _text.Length)
            {
                throw new FormatException();
            }
            _at += 4;
            return (char)ushort.Parse(_text.Substring(_at - 4, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(_text, _at, word, 0, word.Length) != 0)
            {
                throw new FormatException();
            }
            _at += word.Length;
            return value;
        }

        private object ReadNumber()
        {
            var start = _at;
            while (_at < _text.Length && "+-.0123456789eE".IndexOf(_text[_at]) >= 0)
            {
                _at++;
            }
            double value;
            var part = _text.Substring(start, _at - start);
            if (!double.TryParse(part, NumberStyles.Float, CultureInfo.InvariantCulture, out value))
            {
                throw new FormatException();
            }
            return value;
        }

        private void SkipSpace()
        {
            while (_at < _text.Length && " \t\r\n".IndexOf(_text[_at]) >= 0)
            {
                _at++;
            }
        }

        private bool TryTake(char letter)
        {
            SkipSpace();
            if (_at >= _text.Length || _text[_at] != letter)
            {
                return false;
            }
            _at++;
            return true;
        }

        private void Take(char letter)
        {
            if (!TryTake(letter))
            {
                throw new FormatException();
            }
        }

        private static void WriteValue(StringBuilder text, object value)
        {
            if (value == null)
            {
                text.Append("null");
            }
            else if (value is string)
            {
                WriteString(text, (string)value);
            }
            else if (value is bool)
            {
                text.Append((bool)value ? "true" : "false");
            }
            else if (value is IDictionary<string, object>)
            {
                var separator = "{";
                foreach (var entry in (IDictionary<string, object>)value)
                {
                    text.Append(separator);
                    WriteString(text, entry.Key);
                    text.Append(": ");
                    WriteValue(text, entry.Value);
                    separator = ", ";
                }
                text.Append(separator == "{" ? "{}" : "}");
            }
            else if (value is System.Collections.IEnumerable)
            {
                var separator = "[";
                foreach (var entry in (System.Collections.IEnumerable)value)
                {
                    text.Append(separator);
                    WriteValue(text, entry);
                    separator = ", ";
                }
                text.Append(separator == "[" ? "[]" : "]");
            }
            else
            {
                text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            }
        }

        private static void WriteString(StringBuilder text, string value)
        {
            text.Append('"');
            foreach (var letter in value)
            {
                var index = "\"\\\b\f\n\r\t".IndexOf(letter);
                if (index >= 0)
                {
                    text.Append('\\').Append("\"\\bfnrt"[index]);
                }
                else if (letter < ' ' || letter > '~')
                {
                    text.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
                }
                else
                {
                    text.Append(letter);
                }
            }
            text.Append('"');
        }
    }
}
