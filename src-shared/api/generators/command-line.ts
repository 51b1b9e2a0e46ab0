/** A word of a command line: quoted parts, in which spaces belong to the word, and others. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/** Splits a command line at its spaces; quotes keep a word with spaces together. Backslashes are part of paths. */
export function splitCommandLine(line: string): string[] {
  return [...line.matchAll(WORD)].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The command line that `splitCommandLine` splits into these words: no other words have the same one. */
export function joinCommandLine(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"']+$/.test(word) ? word : quote(word))).join(' ');
}

function quote(word: string): string {
  if (!word.includes('"')) return `"${word}"`;
  if (!word.includes("'")) return `'${word}'`;
  return word
    .split('"')
    .map((part) => `"${part}"`)
    .join(`'"'`);
}
