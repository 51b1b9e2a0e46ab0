import { applyTint } from '../../base/material/finish.ts';
import { COLORS } from '../../base/language/color-words.ts';
import { MATERIALS } from '../../base/language/material-words.ts';
import { hex, type Finish, type Rgb } from '../../base/material/finish.ts';
import type { PartBuilder } from './part-builder.ts';

/** Minimum and maximum of a dimension, metres. */
export type Range = readonly [low: number, high: number];

/** An object the engine can build: data and one builder. */
export interface Noun {
  /** Singular English names; the first is the display name and the id. */
  readonly names: readonly string[];
  /** Chinese names. */
  readonly chinese?: readonly string[];
  /** Width, height and depth of every instance, whatever the seed. */
  readonly size: readonly [w: Range, h: Range, d: Range];
  /** Default finishes by slot, see `parseSlot`. */
  readonly slots: Readonly<Record<string, string>>;
  /** True if each copy has its own proportions, as living things do. */
  readonly isVaried?: boolean;
  readonly build: (kit: PartBuilder) => void;
}

/** Default finish of a part, and the words of a prompt that may change it. */
export interface Slot {
  readonly finish: Finish;
  /** Default colours; the seed chooses one. */
  readonly colors: readonly Rgb[];
  /** `first` uses the first colour word and materials, `second` the second and materials, `none` nothing. */
  readonly takes: 'first' | 'second' | 'none';
}

/**
 * Parses `material:colour|colour` with an optional suffix: `+` uses the second colour word, `!` ignores prompt words.
 * The colour is optional and a colour word or `#rrggbb`. Throws for unknown words: an error in the catalogue.
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
