import type { Group, Understanding } from './understanding.ts';
import { toPlural } from './words/plural.ts';
import type { RelationName } from './words/word-lists.ts';

/** Most words that are listed one by one. */
const MOST_LISTED = 12;
/** Longest word that is shown whole. */
const LONGEST_SHOWN = 24;

const SAID: Readonly<Record<RelationName, string>> = {
  on: 'on',
  in: 'in',
  under: 'under',
  beside: 'beside',
  left: 'left of',
  right: 'right of',
  front: 'in front of',
  behind: 'behind',
  around: 'around',
  over: 'above',
  with: 'with',
};

/** What was understood and what was ignored, as sentences for a person. */
export function describeUnderstanding({ groups, links, isLowPoly, isDetailed, ignored }: Understanding): string[] {
  const things = groups.map(describeGroup);
  const places = links.map(
    ({ relation, from, to }) => `${plain(groups[from]!)} ${SAID[relation]} ${plain(groups[to]!)}`,
  );
  const manner = isLowPoly ? ['low poly'] : isDetailed ? ['detailed'] : [];
  const sentences = [`Understood: ${[...things, ...places, ...manner].join('; ')}.`];
  if (ignored.length > 0) {
    const listed = ignored.slice(0, MOST_LISTED).map((word) => `“${shorten(word)}”`);
    const rest = ignored.length - listed.length;
    sentences.push(`Not understood and left out: ${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`);
  }
  return sentences;
}

function describeGroup(group: Group): string {
  const parts = [...group.slots].map(([slot, { words }]) => [...words, slot].join(' '));
  const adjectives = group.words.map((word) => `${word} `).join('');
  const withParts = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  const kind = group.isStatue
    ? `${adjectives.replace(/(statue|sculpture|figurine|statuette) /, '')}statue of ${group.name}`
    : `${adjectives}${plain(group)}`;
  return `${group.count} ${kind}${withParts}`;
}

function plain({ name, count }: Group): string {
  return count > 1 ? toPlural(name) : name;
}

function shorten(word: string): string {
  const signs = [...word];
  return signs.length > LONGEST_SHOWN ? `${signs.slice(0, LONGEST_SHOWN).join('')}…` : word;
}
