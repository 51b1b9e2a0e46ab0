import { engineMessage, uniqueNotes, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { toneColor } from '../../../base/language/tone-color.ts';
import type { Token } from '../../../base/language/tokenize.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import { LEXICON, type Meaning } from '../../../catalogue/lexicon.ts';
import type { NounMeaning } from '../../../catalogue/nearest/find-nearest.ts';
import { chooseMeaning, findTypo, toSingular } from './choose-meaning.ts';
import { joinModifiers, NO_MODIFIERS, type Modifiers, type ParsedPrompt } from './parsed-prompt.ts';
import { SceneDraft } from './scene-draft.ts';

/** Maximum number of objects in a group, and of groups. */
const MAX_COUNT = 24;
const MAX_GROUPS = 24;

/** Words that repeat a figure named before: “a wizard, game character”. */
const FIGURE_WORDS: ReadonlySet<string> = new Set(['character', 'figure', 'person', 'human']);
/** Objects that “of” fills: “a bowl of apples”. */
const CONTAINERS: ReadonlySet<string> = new Set('cup bowl vase basket pot crate barrel plate chest'.split(' '));
/** Words after which an ambiguous word is an adjective of the last object: “a table made of stone”. */
const BINDING_WORDS: ReadonlySet<string> = new Set(['of', 'in', 'from', 'made of', '的']);
/** Colour words that name an object if the prompt names no other. */
const OBJECTS_OF_COLORS = new Map([
  ['orange', 'orange fruit'],
  ['rose', 'flower'],
]);

/** Words read so far about an object that is not named yet. */
interface Pending {
  readonly modifiers: Modifiers;
  readonly count: number | null;
  readonly isDefinite: boolean;
  readonly isNegated: boolean;
  /** True if an unknown word follows the adjectives, which may describe it. */
  readonly isDoubtful: boolean;
}

const NOTHING_PENDING: Pending = {
  modifiers: NO_MODIFIERS,
  count: null,
  isDefinite: false,
  isNegated: false,
  isDoubtful: false,
};

/** Reads the phrases of a prompt in order. */
export class PromptReader {
  readonly #draft = new SceneDraft();
  readonly #ignored = new Map<string, string>();
  readonly #notes: Note[] = [];
  #pending = NOTHING_PENDING;
  #previous = '';
  #isLowPoly = false;
  #isDetailed = false;
  #background: Rgb | null = null;

  note(note: Note): void {
    this.#notes.push(note);
  }

  /**
   * Reads a phrase. `next` holds the meanings of the following phrase; `nearest` is used if the phrase has no meaning.
   */
  read(
    words: readonly Token[],
    meanings: readonly Meaning[],
    next: readonly Meaning[],
    nearest: NounMeaning | null,
  ): void {
    const phrase = words.map(({ text }) => text).join(' ');
    const before = this.#previous;
    this.#previous = phrase;
    if (phrase === ',') return this.#describeLast();
    if (this.#draft.describePart(phrase, this.#pending.modifiers)) return this.#reset();
    const isBound = this.#draft.last !== null && BINDING_WORDS.has(before);
    const meaning = chooseMeaning(meanings, next, isBound);
    if (meaning) this.#readMeaning(meaning, phrase, before);
    else if (nearest) this.#readNearest(words, nearest);
    else this.#readUnknown(words[0]!);
  }

  /** Finishes reading and returns the result. */
  end(): ParsedPrompt {
    this.#describeLast();
    const isNamedByColor = this.#draft.groups.length === 0 && this.#readColorAsObject();
    return {
      groups: this.#draft.groups,
      links: this.#draft.links,
      isLowPoly: this.#isLowPoly,
      isDetailed: this.#isDetailed,
      background: this.#background,
      isNamedByColor,
      unassigned: this.#pending.modifiers,
      ignored: [...this.#ignored.values()],
      notes: uniqueNotes(this.#notes),
    };
  }

  #readMeaning(meaning: Meaning, phrase: string, before: string): void {
    switch (meaning.kind) {
      case 'noun':
        if (FIGURE_WORDS.has(phrase) && !this.#draft.hasRelation && this.#draft.hasFigure) return this.#describeLast();
        return this.#addObject(meaning.noun, meaning.isPlural);
      case 'color':
        return this.#modify({ colors: [meaning.color] }, phrase);
      case 'material':
        return this.#modify({ materials: [meaning.finish] }, phrase);
      case 'surface':
        return this.#modify({ surfaces: [meaning.surface] }, phrase);
      case 'size':
        return this.#modify({ size: meaning.factor }, phrase);
      case 'stretch':
        return this.#modify({ scale: meaning.scale }, phrase);
      case 'statue':
        return this.#modify({ isStatue: true }, phrase);
      case 'look':
        if (meaning.look === 'low_poly') this.#isLowPoly = true;
        else if (meaning.look === 'detailed') this.#isDetailed = true;
        else this.#modify({ looks: [meaning.look] }, phrase);
        return;
      case 'count':
        this.#describeLast();
        this.#pending = { ...this.#pending, count: meaning.count };
        return;
      case 'article':
        this.#describeLast();
        this.#pending = { ...this.#pending, isDefinite: meaning.isDefinite };
        return;
      case 'without':
        this.#pending = { ...this.#pending, isNegated: true };
        return;
      case 'pronoun':
        return this.#draft.relateAgain();
      case 'background':
        return this.#readBackground();
      case 'relation':
        this.#describeLast();
        return this.#draft.expectRelation(meaning.relation, meaning.isReversed);
      case 'stop':
        // “a bowl of apples”
        if (phrase === 'of' && this.#isContainer(before)) this.#draft.expectRelation('with', false);
        return;
      case 'and':
        return;
    }
  }

  #readUnknown({ text, written }: Token): void {
    if (/^\d+$/u.test(text)) {
      this.#describeLast();
      const count = Number(text);
      if (count > 0) this.#pending = { ...this.#pending, count };
      return;
    }
    const correction = findTypo(text);
    if (correction) {
      this.note(engineMessage('prompt.corrected', { written, read: correction }));
      for (const meaning of LEXICON.get(correction)!) {
        if (meaning.kind === 'noun') this.#addObject(meaning.noun, meaning.isPlural);
      }
      return;
    }
    this.#pending = { ...this.#pending, isDoubtful: this.#pending.modifiers !== NO_MODIFIERS };
    if (!this.#ignored.has(text)) this.#ignored.set(text, written);
  }

  #readNearest(words: readonly Token[], { noun, isPlural }: NounMeaning): void {
    if (!this.#pending.isNegated) {
      const written = words.map((word) => word.written).join(' ');
      this.note(engineMessage('prompt.nearest', { written, built: noun.names[0]! }));
    }
    this.#addObject(noun, isPlural);
  }

  #readBackground(): void {
    const { colors, surfaces } = this.#pending.modifiers;
    const [color] = colors;
    if (color) this.#background = toneColor(color, surfaces);
    this.#draft.dropRelation();
    this.#reset();
  }

  /** Adds the object that a colour word names: “rose”. Returns false if there is none. */
  #readColorAsObject(): boolean {
    const name = this.#pending.modifiers.words.flatMap((word) => OBJECTS_OF_COLORS.get(word) ?? [])[0];
    const meaning = name === undefined ? undefined : LEXICON.get(name)?.find(({ kind }) => kind === 'noun');
    if (meaning?.kind !== 'noun') return false;
    this.#addObject(meaning.noun, false);
    return true;
  }

  #isContainer(word: string): boolean {
    const name = this.#draft.last?.name;
    return name !== undefined && name === toSingular(word) && CONTAINERS.has(name);
  }

  #modify(more: Partial<Modifiers>, word: string): void {
    const modifiers = joinModifiers(this.#pending.modifiers, { ...NO_MODIFIERS, ...more, words: [word] });
    this.#pending = { ...this.#pending, modifiers };
  }

  /** Applies adjectives that follow their object: “a chair made of wood”. */
  #describeLast(): void {
    const { modifiers, isDoubtful } = this.#pending;
    if (modifiers === NO_MODIFIERS || modifiers.isStatue || !this.#draft.last) return;
    if (isDoubtful) for (const word of modifiers.words) this.#ignored.set(word, word);
    else this.#draft.describeLast(modifiers);
    this.#draft.dropRelation();
    this.#pending = { ...this.#pending, modifiers: NO_MODIFIERS, isDoubtful: false };
  }

  #addObject(noun: Noun, isPlural: boolean): void {
    const { modifiers, count, isDefinite, isNegated } = this.#pending;
    this.#reset();
    if (isNegated || (isDefinite && this.#draft.returnTo(noun, modifiers))) return;
    if (this.#draft.groups.length >= MAX_GROUPS) {
      return this.note(engineMessage('prompt.max-things', { max: MAX_GROUPS }));
    }
    const requested = count ?? (isPlural ? 2 : 1);
    const name = noun.names[0]!;
    if (requested > MAX_COUNT)
      this.note(engineMessage('prompt.max-each', { asked: requested, name, built: MAX_COUNT }));
    this.#draft.add({ ...modifiers, noun, name, count: Math.min(MAX_COUNT, requested), slots: new Map() });
  }

  #reset(): void {
    this.#pending = NOTHING_PENDING;
  }
}
