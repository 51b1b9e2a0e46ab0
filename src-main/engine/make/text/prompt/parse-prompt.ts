import { engineMessage, type Note, uniqueNotes } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { toneColor } from '../../../base/language/tone-color.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import { chooseMeaning, findTypo, toSingular } from './choose-meaning.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import { FIGURES } from '../../../catalogue/catalogue.ts';
import {
  joinModifiers,
  NO_MODIFIERS,
  type Group,
  type Link,
  type ParsedPrompt,
  type Modifiers,
} from './parsed-prompt.ts';
import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import { MAX_TOKENS, tokenize, type Token } from '../../../base/language/tokenize.ts';
import type { RelationName } from '../../../base/language/word-lists.ts';

/** Most things of one group, and most groups. */
export const MAX_EACH = 24;
export const MAX_GROUPS = 24;

/** What these have in their hands or wear is no place for others. */
const CARRIERS: ReadonlySet<Noun> = new Set(FIGURES);
/** Words that say again what a figure named before is: “a wizard, game character”. */
const FIGURE_WORDS: ReadonlySet<string> = new Set(['character', 'figure', 'person', 'human']);
/** What “of” fills. */
const CONTAINERS: ReadonlySet<string> = new Set('cup bowl vase basket pot crate barrel plate chest'.split(' '));
/** Colour words that are a thing where no other thing is named. */
const THINGS_OF_COLORS = new Map([
  ['orange', 'orange fruit'],
  ['rose', 'flower'],
]);

/**
 * Reads a prompt by the grammar of docs/text-prompts.md, left to right, once. Nothing is refused: what no rule knows is
 * listed. The same text gives the same understanding. O(words).
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const tokens = tokenize(prompt, (word) => LEXICON.has(word));
  const reader = createReader();
  if (tokens.length >= MAX_TOKENS) reader.note(engineMessage('prompt.max-words', { max: MAX_TOKENS }));
  for (let at = 0; at < tokens.length;) {
    const { length, meanings } = lookUp(tokens, at);
    const words = tokens.slice(at, at + length);
    at += length;
    reader.take(words, meanings, lookUp(tokens, at).meanings);
  }
  return reader.end();
}

/** The longest phrase of the lexicon at a place; one word without a meaning where there is none. */
function lookUp(tokens: readonly Token[], at: number): { length: number; meanings: readonly Meaning[] } {
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length - at); length > 0; length--) {
    const phrase = tokens.slice(at, at + length).map(({ text }) => text);
    const meanings = LEXICON.get(phrase.join(' '));
    if (meanings) return { length, meanings };
  }
  return { length: 1, meanings: [] };
}

function createReader() {
  const groups: Group[] = [];
  const links: Link[] = [];
  const ignored = new Map<string, string>();
  const notes: Note[] = [];
  let wishes = NO_MODIFIERS;
  let count: number | null = null;
  let isDefinite = false;
  let isNegated = false;
  /** An unknown word stands behind the adjectives, so that they may have been meant for it. */
  let isDoubtful = false;
  let last = -1;
  /** Groups joined by “and” up to the last. */
  let chain: number[] = [];
  let relation: { name: RelationName; isReversed: boolean } | null = null;
  /** A relation before the first thing: “on a table stands a cup”. */
  let leading: RelationName | null = null;
  /** What “with” was said of, as long as “and” goes on with it. */
  let owner = -1;
  let previous = '';
  let isLowPoly = false;
  let isDetailed = false;
  let background: Rgb | null = null;

  const note = (sentence: Note) => void notes.push(sentence);
  const reset = () => {
    [wishes, count, isDefinite, isNegated, isDoubtful] = [NO_MODIFIERS, null, false, false, false];
  };
  /** Adjectives behind their thing: “a chair made of wood”. */
  const giveToLast = () => {
    if (wishes === NO_MODIFIERS || wishes.isStatue || last < 0) return;
    if (isDoubtful) for (const word of wishes.words) ignored.set(word, word);
    else groups[last] = { ...groups[last]!, ...joinModifiers(groups[last]!, wishes) };
    relation = null;
    [wishes, isDoubtful] = [NO_MODIFIERS, false];
  };
  const wish = (more: Partial<Modifiers>, word: string) => {
    wishes = joinModifiers(wishes, { ...NO_MODIFIERS, ...more, words: [word] });
  };
  const link = (name: RelationName, from: number, to: number) => {
    if (from !== to) links.push({ relation: name, from, to });
  };
  const connect = (made: number) => {
    const isCarried =
      owner >= 0 &&
      CARRIERS.has(groups[owner]!.noun) &&
      links.some((known) => known.relation === 'with' && known.to === last);
    if (relation && isCarried && relation.name !== 'with') {
      link(relation.name, relation.isReversed ? made : owner, relation.isReversed ? owner : made);
      [owner, chain] = [-1, [made]];
    } else if (relation) {
      const subjects = ['on', 'in', 'under'].includes(relation.name)
        ? chain.filter((k) => k === last || fits(groups[k]!, groups[made]!))
        : [last];
      for (const k of subjects) link(relation.name, relation.isReversed ? made : k, relation.isReversed ? k : made);
      owner = relation.name === 'with' ? last : -1;
      chain = [made];
    } else if (leading && last >= 0) {
      link(leading, made, last);
      leading = null;
      chain = [made];
    } else if (owner >= 0) {
      link('with', owner, made);
      return;
    } else {
      chain.push(made);
    }
    relation = null;
  };
  const addThing = (noun: Noun, isPlural: boolean) => {
    if (isNegated) return reset();
    const known = isDefinite ? groups.findIndex((group) => group.noun === noun) : -1;
    if (known >= 0 && !(relation && known === last)) {
      groups[known] = { ...groups[known]!, ...joinModifiers(groups[known]!, wishes) };
      if (relation) connect(known);
      else [chain, owner] = [[known], -1];
      last = known;
    } else if (groups.length >= MAX_GROUPS) {
      note(engineMessage('prompt.max-things', { max: MAX_GROUPS }));
    } else {
      const asked = count ?? (isPlural ? 2 : 1);
      const name = noun.names[0]!;
      if (asked > MAX_EACH) note(engineMessage('prompt.max-each', { asked, name, built: MAX_EACH }));
      groups.push({ ...wishes, noun, name, count: Math.min(MAX_EACH, asked), slots: new Map() });
      connect(groups.length - 1);
      last = groups.length - 1;
    }
    reset();
  };

  const takeUnknown = ({ text, written }: Token) => {
    if (/^\d+$/u.test(text)) {
      giveToLast();
      const number = Number(text);
      if (number > 0) count = number;
      return;
    }
    const slip = findTypo(text);
    if (slip) {
      note(engineMessage('prompt.corrected', { written, read: slip }));
      for (const meaning of LEXICON.get(slip)!) if (meaning.kind === 'noun') addThing(meaning.noun, meaning.isPlural);
    } else {
      isDoubtful = wishes !== NO_MODIFIERS;
      if (!ignored.has(text)) ignored.set(text, written);
    }
  };

  const take = (words: readonly Token[], meanings: readonly Meaning[], next: readonly Meaning[]) => {
    const phrase = words.map(({ text }) => text).join(' ');
    const before = previous;
    previous = phrase;
    if (phrase === ',') {
      giveToLast();
      return;
    }
    const slot = owner >= 0 || relation?.name === 'with' ? findSlot(groups[relation ? last : owner], phrase) : null;
    if (slot) {
      const at = relation ? last : owner;
      const group = groups[at]!;
      const slots = new Map(group.slots);
      for (const name of slot) slots.set(name, joinModifiers(slots.get(name) ?? NO_MODIFIERS, wishes));
      groups[at] = { ...group, slots };
      owner = at;
      relation = null;
      return reset();
    }
    const meaning = chooseMeaning(meanings, next, last >= 0 && ['of', 'in', 'from', 'made of', '的'].includes(before));
    switch (meaning?.kind) {
      case undefined:
        return takeUnknown(words[0]!);
      case 'noun':
        if (FIGURE_WORDS.has(phrase) && !relation && groups.some(({ noun }) => CARRIERS.has(noun))) return giveToLast();
        return addThing(meaning.noun, meaning.isPlural);
      case 'color':
        return wish({ colors: [meaning.color] }, phrase);
      case 'material':
        return wish({ materials: [meaning.finish] }, phrase);
      case 'surface':
        return wish({ surfaces: [meaning.surface] }, phrase);
      case 'size':
        return wish({ size: meaning.factor }, phrase);
      case 'stretch':
        return wish({ scale: meaning.scale }, phrase);
      case 'statue':
        return wish({ isStatue: true }, phrase);
      case 'look':
        if (meaning.look === 'low_poly') isLowPoly = true;
        else if (meaning.look === 'detailed') isDetailed = true;
        else wish({ looks: [meaning.look] }, phrase);
        return;
      case 'count':
        giveToLast();
        count = meaning.count;
        return;
      case 'article':
        giveToLast();
        isDefinite = meaning.isDefinite;
        return;
      case 'pronoun': {
        // “with four chairs around it”: what was said of the two before is said anew.
        if (!relation || last < 0) return;
        const told = links.findLastIndex(({ from, to }) => from === last || to === last);
        const other = told < 0 ? last - 1 : links[told]!.from === last ? links[told]!.to : links[told]!.from;
        if (told >= 0) links.splice(told, 1);
        if (other >= 0) link(relation.name, relation.isReversed ? other : last, relation.isReversed ? last : other);
        relation = null;
        return;
      }
      case 'background':
        background = wishes.colors.slice(0, 1).map((color) => toneColor(color, wishes.surfaces))[0] ?? background;
        relation = null;
        return reset();
      case 'stop':
        // “a bowl of apples”
        if (
          phrase === 'of' &&
          last >= 0 &&
          groups[last]!.name === toSingular(before) &&
          CONTAINERS.has(groups[last]!.name)
        ) {
          relation = { name: 'with', isReversed: false };
        }
        return;
      case 'without':
        isNegated = true;
        return;
      case 'relation':
        giveToLast();
        if (last < 0) leading = meaning.relation;
        else relation = { name: meaning.relation, isReversed: meaning.isReversed };
        return;
    }
  };

  const end = (): ParsedPrompt => {
    giveToLast();
    if (groups.length === 0) {
      const thing = wishes.words.map((word) => THINGS_OF_COLORS.get(word)).find((name) => name !== undefined);
      const meaning = thing === undefined ? undefined : LEXICON.get(thing)?.find(({ kind }) => kind === 'noun');
      if (meaning?.kind === 'noun') addThing(meaning.noun, false);
    }
    return {
      groups,
      links,
      isLowPoly,
      isDetailed,
      background,
      ignored: [...ignored.values()],
      notes: uniqueNotes(notes),
    };
  };
  return { take, end, note };
}

/** Slots of a thing that a word names, as “eyes” does `eye` and “wheels” `tyre` and `rim`. */
function findSlot(group: Group | undefined, word: string): string[] | null {
  if (!group) return null;
  const stem = word.replace(/s$/, '');
  const wanted =
    stem === 'wheel'
      ? ['wheel', 'tyre', 'rim']
      : stem === 'shirt'
        ? ['top']
        : stem === 'trouser' || stem === 'pant'
          ? ['legs']
          : [stem];
  const found = Object.keys(group.noun.slots).filter((slot) => wanted.includes(slot.replace(/s$/, '')));
  return found.length > 0 ? found : null;
}

/** Whether one thing is small enough to be on another, by their usual sizes. */
function fits(small: Group, large: Group): boolean {
  const middle = ({ noun, size }: Group) =>
    noun.size.map(([low, high]) => (size * (low + high)) / 2) as [number, number, number];
  const [[w, h, d], [lw, lh, ld]] = [middle(small), middle(large)];
  return Math.max(w, d) <= Math.max(lw, ld) && h <= lh;
}
