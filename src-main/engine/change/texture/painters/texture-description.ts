import type { Finish, Rgb } from '../../../base/material/finish.ts';

/** Patterns of two colours. */
export const PRINTS = ['stripes', 'checks', 'dots'] as const;

/** A pattern of two colours. */
export type Print = (typeof PRINTS)[number];

/** What a text asks a whole surface to look like. */
export interface TextureDescription {
  /** Its pattern is the relief: wood, stone … */
  readonly finish: Finish;
  readonly print: Print | null;
  /** The colour of the print; without a print that of patches; null: the finish's own, darker. */
  readonly second: Rgb | null;
  /** A colour that has eaten into the surface in patches, and how much of it. */
  readonly wear: { readonly color: Rgb; readonly share: number } | null;
}
