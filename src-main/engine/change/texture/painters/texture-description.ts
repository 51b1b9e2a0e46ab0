import type { Finish, Rgb } from '../../../base/material/finish.ts';

/** Two-colour patterns without relief. */
export const PRINTS = ['stripes', 'checks', 'dots'] as const;

/** A two-colour pattern without relief. */
export type Print = (typeof PRINTS)[number];

/** Appearance of a whole surface, as read from a prompt. */
export interface TextureDescription {
  /** Its pattern is a relief, such as wood or stone. */
  readonly finish: Finish;
  readonly print: Print | null;
  /**
   * Colour of the print or, without one, of patches. Null: a print is a darker shade of the finish's colour, and there
   * are no patches.
   */
  readonly second: Rgb | null;
  /** Wear such as rust in patches: its colour and strength, 0 to 1. */
  readonly wear: { readonly color: Rgb; readonly share: number } | null;
}
