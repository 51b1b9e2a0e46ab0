import { applyTint } from '../../base/material/finish.ts';
import { COLORS } from '../../base/language/color-words.ts';
import { MATERIALS } from '../../base/language/material-words.ts';
import { hex, type Finish, type Rgb } from '../../base/material/finish.ts';
import type { PartBuilder } from './part-builder.ts';

/** Least and most of a measure, metres. */
export type Range = readonly [low: number, high: number];

/** A thing the engine knows: data and one builder. */
export interface Noun {
  /** Singular English names; the first is the one that is shown, and the id. */
  readonly names: readonly string[];
  /** Chinese names. */
  readonly chinese?: readonly string[];
  /** Width, height and depth of every specimen, whatever the seed. */
  readonly size: readonly [w: Range, h: Range, d: Range];
  /** Finishes by slot, see `parseSlot`. */
  readonly slots: Readonly<Record<string, string>>;
  /** Each copy has proportions of its own, as living things do. */
  readonly isVaried?: boolean;
  readonly build: (kit: PartBuilder) => void;
}

/** A finish a thing has of itself, and which words of a prompt may change it. */
export interface Slot {
  readonly finish: Finish;
  /** Colours it may have of itself; the seed chooses. */
  readonly colors: readonly Rgb[];
  /** `first` takes the first colour word and materials, `second` the second and materials, `none` nothing. */
  readonly takes: 'first' | 'second' | 'none';
}

/**
 * Reads `material:colour|colour` with a mark behind it: `+` takes the second colour word, `!` keeps its look. The colour
 * may be left out, and be a word or `#rrggbb`. Throws for words that do not exist: a slip in the catalogue.
 */
export function parseSlot(text: string): Slot {
  const mark = /[+!]$/.exec(text)?.[0];
  const [material = '', colors = ''] = text.replace(/[+!]$/, '').split(':');
  const finish = MATERIALS.get(material);
  if (!finish) throw new Error(`“${text}” names no material.`);
  const own =
    colors === '' ? [] : colors.split('|').map((color) => (color.startsWith('#') ? hex(color) : COLORS.get(color)));
  if (own.includes(undefined)) throw new Error(`“${text}” names no colour.`);
  return {
    finish: own.length > 0 ? applyTint(finish) : finish,
    colors: own.length > 0 ? (own as Rgb[]) : [finish.color],
    takes: mark === '!' ? 'none' : mark === '+' ? 'second' : 'first',
  };
}
