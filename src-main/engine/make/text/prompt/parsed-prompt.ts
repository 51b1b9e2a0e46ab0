import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Finish, Rgb } from '../../../base/material/finish.ts';
import type { ShapeWord } from '../../../base/language/shape-words.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import type { RelationName, Surface } from '../../../base/language/word-lists.ts';

/** What adjectives ask of a thing, in the order of the prompt. */
export interface Modifiers {
  readonly colors: readonly Rgb[];
  readonly materials: readonly Finish[];
  readonly surfaces: readonly Surface[];
  /** Factor of all lengths. */
  readonly size: number;
  readonly scale: readonly [number, number, number];
  readonly looks: readonly ShapeWord[];
  /** Everything of one material. */
  readonly isStatue: boolean;
  /** The adjectives as written, for the notes. */
  readonly words: readonly string[];
}

/** So many of one thing. */
export interface Group extends Modifiers {
  readonly noun: Noun;
  /** As the prompt called it, singular. */
  readonly name: string;
  readonly count: number;
  /** Wishes for a part alone, by slot: “with a red roof”. */
  readonly slots: ReadonlyMap<string, Modifiers>;
}

/** The group at `from` stands so to the group at `to`. */
export interface Link {
  readonly relation: RelationName;
  readonly from: number;
  readonly to: number;
}

/** A prompt, understood as far as the grammar goes. */
export interface ParsedPrompt {
  readonly groups: readonly Group[];
  readonly links: readonly Link[];
  readonly isLowPoly: boolean;
  readonly isDetailed: boolean;
  /** Colour behind the scene in a picture. */
  readonly background: Rgb | null;
  /** No object is named, and a colour word that is also an object was read as one: “rose”. */
  readonly isNamedByColor: boolean;
  /** Adjectives of no object. */
  readonly unassigned: Modifiers;
  /** Words no rule has a use for, as written, each once. */
  readonly ignored: readonly string[];
  /** What was read otherwise than written, whole sentences. */
  readonly notes: readonly Note[];
}

/** No wish at all. */
export const NO_MODIFIERS: Modifiers = {
  colors: [],
  materials: [],
  surfaces: [],
  size: 1,
  scale: [1, 1, 1],
  looks: [],
  isStatue: false,
  words: [],
};

/** Both wishes; lengths multiply, within what stays a thing. */
export function joinModifiers(a: Modifiers, b: Modifiers): Modifiers {
  return {
    colors: [...a.colors, ...b.colors],
    materials: [...a.materials, ...b.materials],
    surfaces: [...a.surfaces, ...b.surfaces],
    size: Math.min(10, Math.max(0.05, a.size * b.size)),
    scale: [0, 1, 2].map((k) => Math.min(3, Math.max(0.3, a.scale[k]! * b.scale[k]!))) as [number, number, number],
    looks: [...a.looks, ...b.looks],
    isStatue: a.isStatue || b.isStatue,
    words: [...a.words, ...b.words],
  };
}
