import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltRegex, FoundRegex } from './find-regexes.ts';

const BRIDGES = path.resolve(import.meta.dirname, '../../assets/bridges');

/** Calls that take a pattern, and its place among their arguments. */
const CALLS: readonly (readonly [call: RegExp, argument: number])[] = [
  [/\bre\.(?:compile|match|fullmatch|search|split|sub|findall|finditer)\(/g, 0],
  [/\bnew Regex\(/g, 0],
  [/\bRegex\.(?:Replace|IsMatch|Match|Matches|Split)\(/g, 1],
  [/\.create_from_string\(/g, 0],
];
/** Functions of our own in GDScript that compile an argument. */
const GODOT_CALLS: typeof CALLS = [[/\b_(?:matches|list_values)\(/g, 1]];
/** A string of Python, C# or GDScript, or bytes of Python: raw and verbatim ones keep their backslashes. */
const STRING = /(rb|[r@]?)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Returns the files of the bridges in Python, C# and GDScript and their regular expressions, in JavaScript's notation. */
export function findBridgeRegexes(): {
  readonly files: readonly string[];
  readonly literals: readonly FoundRegex[];
  readonly built: readonly BuiltRegex[];
} {
  const files = globSync('**/*.{py,pyp,cs,gd}', { cwd: BRIDGES }).sort();
  const found = files.flatMap((name) => {
    const text = readFileSync(path.join(BRIDGES, name), 'utf8');
    return findInBridge(name.replaceAll('\\', '/'), text);
  });
  return {
    files,
    literals: found.filter((each) => 'source' in each),
    built: found.filter((each) => 'code' in each),
  };
}

/** Returns the regular expressions in a text; a pattern that contains anything but strings and constants has its code. */
export function findInBridge(file: string, text: string): (FoundRegex | BuiltRegex)[] {
  const calls = file.endsWith('.gd') ? [...CALLS, ...GODOT_CALLS] : CALLS;
  return calls.flatMap(([call, argument]) =>
    [...text.matchAll(call)].flatMap(({ index, 0: start }): (FoundRegex | BuiltRegex)[] => {
      // A definition, not a call.
      if (/(?:def|func) $/.test(text.slice(0, index))) return [];
      const args = splitArguments(text, index + start.length);
      const code = args[argument] ?? '';
      const source = resolvePattern(code, text);
      const isInsensitive = args.slice(argument + 1).some((arg) => /IGNORECASE|IgnoreCase|Options/.test(arg));
      if (source === null) return [{ file, code }];
      const [prefix = '', inline = ''] = /^\(\?([is]+)\)/.exec(source) ?? [];
      const pattern = source.slice(prefix.length);
      const anchored = start === 're.match(' ? `^(?:${pattern})` : pattern;
      const whole = start === 're.fullmatch(' ? `^(?:${pattern})$` : anchored;
      return [{ file, source: whole, flags: inline || (isInsensitive ? 'is' : '') }];
    }),
  );
}

/** The arguments of a call whose parenthesis was opened before `from`. */
function splitArguments(text: string, from: number): string[] {
  const args = [''];
  let depth = 1;
  STRING.lastIndex = from;
  for (let at = from; at < text.length && depth > 0; at++) {
    STRING.lastIndex = at;
    const string = STRING.exec(text);
    if (string?.index === at) {
      args[args.length - 1] += string[0];
      at += string[0].length - 1;
      continue;
    }
    const char = text[at] ?? '';
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char)) depth--;
    if (char === ',' && depth === 1) args.push('');
    else if (depth > 0) args[args.length - 1] += char;
  }
  return args.map((arg) => arg.trim());
}

/** Joins the strings and constants of an expression; null if it has other parts. Escaped text becomes one letter. */
function resolvePattern(code: string, text: string): string | null {
  const pieces: string[] = [];
  const escaped = code.replaceAll(/\b(?:re\.escape|Regex\.Escape)\((?:[^()]|\([^()]*\))*\)/g, '"x"');
  const rest = escaped.replaceAll(STRING, (_, prefix: string, quoted: string) => {
    const inner = quoted.slice(1, -1);
    pieces.push(prefix === '' ? inner.replaceAll(/\\([\\"'])/g, '$1') : inner);
    return `#${pieces.length - 1}`;
  });
  const parts = rest.split('+').map((part) => {
    const word = part.trim();
    if (/^#\d+$/.test(word)) return pieces[Number(word.slice(1))] ?? null;
    const constant = new RegExp(`\\b${word}(?:: \\w+)?\\s*:?=\\s*([r@]?"(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
    return /^\w+$/.test(word) && constant !== undefined ? resolvePattern(constant, text) : null;
  });
  if (parts.length === 0 || parts.includes(null)) return null;
  return parts
    .join('')
    .replaceAll('\\A', '^')
    .replaceAll(/\\[zZ]/g, '$');
}
