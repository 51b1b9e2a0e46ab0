import { RigError } from '../rig-error.ts';
import type { Clip } from './clip.ts';
import { hurt, shoot, slash } from './fights.ts';
import { run, walk } from './gaits.ts';
import { dive, fall, jump } from './leaps.ts';
import { climb, idle, turn } from './moves.ts';

/** The movements of bipeds this computer knows, by the names in use (the interface leaves them open). */
export const PRESETS: Readonly<Record<string, Clip>> = {
  idle,
  walk,
  run,
  dive,
  climb,
  jump,
  slash,
  shoot,
  hurt,
  fall,
  turn,
};

/** A clip and what its file calls it. */
export interface NamedClip {
  readonly name: string;
  readonly clip: Clip;
}

/** The movement of a name such as `preset:walk`; the prefix may be left out. Throws `RigError` for any other. */
export function findPreset(animation: string): NamedClip {
  const name = animation
    .trim()
    .toLowerCase()
    .replace(/^preset:/, '')
    .replace(/^biped:/, '');
  const clip = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  if (clip) return { name, clip };
  const known = Object.keys(PRESETS).map((known) => `preset:${known}`);
  const shown = animation.slice(0, 60);
  throw new RigError(
    name.includes(':')
      ? `“${shown}” is not for bipeds, and this computer animates bipeds only: ${known.join(', ')}.`
      : `This computer has no animation “${shown}”. It has ${known.join(', ')}.`,
  );
}
