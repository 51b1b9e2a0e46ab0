/** A sentence that was recognised: its place in a table, and what stands at its places, in their order. */
export interface MatchedMessage<Pattern extends string> {
  readonly pattern: Pattern;
  readonly given: readonly string[];
}

/** Longer texts are none of ours, and matching them would take too long. */
const LONGEST = 4_000;

/**
 * Recognises the sentences of a table again, the most particular first; null for any other text. The places of a pattern
 * are `{1}`, `{2}` … in order; nothing stands at a place only where a sentence has something there.
 */
export function createMessageMatcher<Pattern extends string>(
  patterns: readonly Pattern[],
): (text: string) => MatchedMessage<Pattern> | null {
  let known: readonly (readonly [Pattern, RegExp])[] | null = null;
  return (text) => {
    if (text.length > LONGEST) return null;
    // Made when they are first wanted: most pages of most days need none.
    known ??= patterns.toSorted((one, other) => wordsOf(other) - wordsOf(one)).map((each) => [each, toRegExp(each)]);
    for (const [pattern, expression] of known) {
      const found = expression.exec(text);
      if (found) return { pattern, given: found.slice(1) };
    }
    return null;
  };
}

/** Letters a pattern has of its own. */
function wordsOf(pattern: string): number {
  return pattern.replaceAll(/\{\d\}/g, '').length;
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split(/\{\d\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 'su');
}
