import type { EditPlan } from './edit.ts';

/** Most words that are listed one by one, and the longest that is shown whole. */
const MOST_LISTED = 12;
const LONGEST_SHOWN = 24;

/** What was understood of an instruction and what was ignored, as sentences for a person. */
export function describePlan({ understood, ignored, notes }: EditPlan): string[] {
  const listed = ignored.slice(0, MOST_LISTED).map((word) => `“${shorten(word)}”`);
  const rest = ignored.length - listed.length;
  return [
    ...(understood.length > 0 ? [`Understood: ${understood.join('; ')}.`] : []),
    ...(listed.length > 0
      ? [`Not understood and left out: ${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`]
      : []),
    ...notes,
  ];
}

function shorten(word: string): string {
  const signs = [...word];
  return signs.length > LONGEST_SHOWN ? `${signs.slice(0, LONGEST_SHOWN).join('')}…` : word;
}
