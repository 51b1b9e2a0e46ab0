import type { Environment } from '../surroundings/environments.ts';
import type { PlaybackOptions } from './clip-player.ts';
import type { Shading } from '../shading/shading-modes.ts';

/** Layout of two compared models. */
export interface ViewSplit {
  /** `slider`: overlaid with a dividing line; `side`: side by side. */
  readonly layout: 'slider' | 'side';
  /** Position of the line as a fraction of the width. */
  readonly at: number;
  /** True if the first model is on the right. */
  readonly isSwapped: boolean;
}

/** Options set in the toolbar. */
export interface ViewOptions {
  readonly shading: Shading;
  readonly environment: Environment;
  /** Rotation of the light around the model in degrees. */
  readonly turn: number;
  /** Exposure in stops relative to the environment's own. */
  readonly exposure: number;
  readonly grid: boolean;
  readonly dimensions: boolean;
  readonly figure: boolean;
  readonly skeleton: boolean;
  readonly turntable: boolean;
  readonly playing: PlaybackOptions;
  /** Null: the first model fills the view. */
  readonly split: ViewSplit | null;
}
