/** A recognised sentence: its pattern, and the values of its placeholders in order. */
export interface MatchedMessage<Pattern extends string> {
  readonly pattern: Pattern;
  readonly given: readonly string[];
}

/** Longer texts are never ours. */
const MAX_LENGTH = 4_000;

/**
 * Returns a function that matches a text against a table of patterns, the most specific first; null for other texts.
 * Placeholders are `{1}`, `{2}` … in order; no value is empty.
 */
export function createMessageMatcher<Pattern extends string>(
  patterns: readonly Pattern[],
): (text: string) => MatchedMessage<Pattern> | null {
  let split: readonly (readonly [Pattern, readonly string[]])[] | null = null;
  return (text) => {
    if (text.length > MAX_LENGTH) return null;
    // Split on first use, because most pages never need them.
    split ??= patterns
      .toSorted((one, other) => wordsOf(other) - wordsOf(one))
      .map((pattern) => [pattern, pattern.split(PLACEHOLDER)]);
    for (const [pattern, parts] of split) {
      const given = matchParts(parts, text);
      if (given) return { pattern, given };
    }
    return null;
  };
}

const PLACEHOLDER = /\{\d\}/g;

/** Returns the number of letters outside the placeholders. */
function wordsOf(pattern: string): number {
  return pattern.replaceAll(PLACEHOLDER, '').length;
}

/**
 * Returns the values between the parts of a pattern, each as short as possible; null if the text does not match. Not a
 * regular expression: with several placeholders its time would grow with a power of the length.
 */
function matchParts(parts: readonly string[], text: string): string[] | null {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === first ? [] : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const given: string[] = [];
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from + 1);
    if (at < 0) return null;
    given.push(text.slice(from, at));
    from = at + part.length;
  }
  const end = text.length - last.length;
  if (end <= from) return null;
  return [...given, text.slice(from, end)];
}
