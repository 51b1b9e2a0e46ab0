/** A recognised sentence: its pattern, and the values of its placeholders in order. */
export interface MatchedMessage<Pattern extends string> {
  readonly pattern: Pattern;
  readonly given: readonly string[];
}

/** Longer texts are never ours, and matching them would be slow. */
const MAX_LENGTH = 4_000;

/**
 * Returns a function that matches a text against a table of patterns, the most specific first; null for other texts.
 * Placeholders are `{1}`, `{2}` … in order; a value may be empty only if the pattern allows it.
 */
export function createMessageMatcher<Pattern extends string>(
  patterns: readonly Pattern[],
): (text: string) => MatchedMessage<Pattern> | null {
  let compiled: readonly (readonly [Pattern, RegExp])[] | null = null;
  return (text) => {
    if (text.length > MAX_LENGTH) return null;
    // Compiled on first use, because most pages never need them.
    compiled ??= patterns.toSorted((one, other) => wordsOf(other) - wordsOf(one)).map((each) => [each, toRegExp(each)]);
    for (const [pattern, expression] of compiled) {
      const match = expression.exec(text);
      if (match) return { pattern, given: match.slice(1) };
    }
    return null;
  };
}

/** Returns the number of letters outside the placeholders. */
function wordsOf(pattern: string): number {
  return pattern.replaceAll(/\{\d\}/g, '').length;
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split(/\{\d\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 'su');
}
