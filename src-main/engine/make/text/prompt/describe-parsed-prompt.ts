import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';
import type { Group, ParsedPrompt } from './parsed-prompt.ts';
import { pluralize } from '../../../base/language/pluralize.ts';
import type { RelationName } from '../../../base/language/word-lists.ts';

const RELATION_PHRASES: Readonly<Record<RelationName, string>> = {
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

/** Describes for the user what was understood and what was ignored. */
export function describeParsedPrompt({ groups, links, isLowPoly, isDetailed, ignored }: ParsedPrompt): Note[] {
  const objects = groups.map(describeGroup);
  const relations = links.map(
    ({ relation, from, to }) => `${toName(groups[from]!)} ${RELATION_PHRASES[relation]} ${toName(groups[to]!)}`,
  );
  const look = isLowPoly ? ['low poly'] : isDetailed ? ['detailed'] : [];
  const sentences: Note[] = [
    engineMessage('prompt.understood', { words: [...objects, ...relations, ...look].join('; ') }),
  ];
  if (ignored.length > 0) sentences.push(engineMessage('prompt.ignored', { words: quoteWords(ignored) }));
  return sentences;
}

function describeGroup(group: Group): string {
  const parts = [...group.slots].map(([slot, { words }]) => [...words, slot].join(' '));
  const adjectives = group.words.map((word) => `${word} `).join('');
  const withParts = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  const kind = group.isStatue
    ? `${adjectives.replace(/(statue|sculpture|figurine|statuette) /, '')}statue of ${group.name}`
    : `${adjectives}${toName(group)}`;
  return `${group.count} ${kind}${withParts}`;
}

function toName({ name, count }: Group): string {
  return count > 1 ? pluralize(name) : name;
}
