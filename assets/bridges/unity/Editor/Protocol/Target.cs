using System;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace Dropforge.Protocol
{
    /// <summary>The id of a target in the output folder.</summary>
    public static class Target
    {
        /// <summary>
        /// The name of this computer with its domain if that is part of it, as Dropforge reads it; never empty.
        /// `Environment.MachineName` is without the domain.
        /// </summary>
        public static string HostName
        {
            get
            {
                try
                {
                    var name = Dns.GetHostName();
                    return string.IsNullOrEmpty(name) ? "computer" : name;
                }
                catch (SocketException)
                {
                    return Environment.MachineName;
                }
            }
        }

        /// <summary>A target id that is valid in file names on every system; `program@computer` by default.</summary>
        public static string ToId(string wanted, string program)
        {
            var text = string.IsNullOrWhiteSpace(wanted) ? program + "@" + HostName : wanted;
            var ascii = text.Normalize(NormalizationForm.FormKD).Where(letter => letter < 128).ToArray();
            var plain = Regex.Replace(new string(ascii).ToLowerInvariant(), "[^a-z0-9@._-]+", "-");
            // Two dashes separate the asset from the target in file names.
            var cleaned = Regex.Replace(plain, "-{2,}", "-").Trim('-', '.', '_', '@');
            var id = cleaned.Substring(0, Math.Min(64, cleaned.Length)).Trim('-', '.', '_', '@');
            return id.Length > 0 ? id : program;
        }
    }
}
