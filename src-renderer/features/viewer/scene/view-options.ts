import type { Environment } from '../surroundings/environments.ts';
import type { PlaybackOptions } from './clip-player.ts';
import type { Shading } from '../shading/shading-modes.ts';

/** How two models share the view. */
export interface ViewSplit {
  /** One over the other, parted by a line; or each in its half. */
  readonly layout: 'slider' | 'side';
  /** Where the line is, as a share of the width. */
  readonly at: number;
}

/** What the toolbar sets. */
export interface ViewOptions {
  readonly shading: Shading;
  readonly environment: Environment;
  /** Degrees the light is turned around the model. */
  readonly turn: number;
  /** Stops brighter than the light is made for. */
  readonly exposure: number;
  readonly grid: boolean;
  readonly dimensions: boolean;
  readonly figure: boolean;
  readonly skeleton: boolean;
  readonly turntable: boolean;
  readonly playing: PlaybackOptions;
  /** Null: the whole view is the first model's. */
  readonly split: ViewSplit | null;
}
