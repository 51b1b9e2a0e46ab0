import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Finish, Rgb } from '../../../base/material/finish.ts';
import type { ShapeWord } from '../../../base/language/shape-words.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import type { RelationName, Surface } from '../../../base/language/word-lists.ts';

/** Properties that adjectives give an object, in the order of the prompt. */
export interface Modifiers {
  readonly colors: readonly Rgb[];
  readonly materials: readonly Finish[];
  readonly surfaces: readonly Surface[];
  /** Factor of all dimensions. */
  readonly size: number;
  /** Factors of width, height and depth. */
  readonly scale: readonly [number, number, number];
  readonly looks: readonly ShapeWord[];
  /** True for a statue: all parts have one material. */
  readonly isStatue: boolean;
  /** The adjectives, for the notes. */
  readonly words: readonly string[];
}

/** A number of copies of one object. */
export interface Group extends Modifiers {
  readonly noun: Noun;
  /** Main name of the noun, singular. */
  readonly name: string;
  readonly count: number;
  /** Modifiers of single parts, by slot: “with a red roof”. */
  readonly slots: ReadonlyMap<string, Modifiers>;
}

/** The group with index `from` has this relation to the group with index `to`. */
export interface Link {
  readonly relation: RelationName;
  readonly from: number;
  readonly to: number;
}

/** Result of parsing a prompt. */
export interface ParsedPrompt {
  readonly groups: readonly Group[];
  readonly links: readonly Link[];
  readonly isLowPoly: boolean;
  readonly isDetailed: boolean;
  /** Background colour of the image. */
  readonly background: Rgb | null;
  /** True if no object is named, and a colour word that is also an object was read as one: “rose”. */
  readonly isNamedByColor: boolean;
  /** Adjectives without an object. */
  readonly unassigned: Modifiers;
  /** Words that no rule uses, as written, each once. */
  readonly ignored: readonly string[];
  /** Notes on words that were interpreted differently from what was written. */
  readonly notes: readonly Note[];
}

/** Neutral modifiers. */
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

/** Combines two sets of modifiers. Factors multiply, clamped to 0.05 to 10 for size and 0.3 to 3 for scale. */
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
