import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { RigType } from '../rig/find-figure.ts';
import { RigError } from '../rig/rig-error.ts';
import type { Clip } from './pose/clip.ts';
import { hurt, shoot, slash } from './clips/fight-clips.ts';
import { run, walk } from './clips/gait-clips.ts';
import { dive, fall, jump } from './clips/jump-clips.ts';
import { climb, idle, turn } from './clips/basic-clips.ts';
import type { QuadrupedClip } from './quadruped/quadruped-clip.ts';
import { quadrupedWalk } from './clips/quadruped-walk.ts';

/** Built-in biped clips by their common names (the interface does not list the names). */
export const BIPED_PRESETS: Readonly<Record<string, Clip>> = {
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

/** Built-in quadruped clips, without the prefix `quadruped:`. */
const QUADRUPED_PRESETS: Readonly<Record<string, QuadrupedClip>> = { walk: quadrupedWalk };

/** A clip and its name in the file. */
export interface NamedClip<Kind> {
  readonly name: string;
  readonly clip: Kind;
}

/**
 * Returns the biped clip for a name such as `preset:walk`; the prefix is optional. Throws `RigError` for any other
 * name.
 */
export function findBipedPreset(animation: string): NamedClip<Clip> {
  const { kind, name } = readName(animation);
  const clip = kind === 'biped' && Object.hasOwn(BIPED_PRESETS, name) ? BIPED_PRESETS[name] : undefined;
  if (clip) return { name, clip };
  const known = Object.keys(BIPED_PRESETS).map((each) => `preset:${each}`);
  throw new RigError(
    engineMessage(kind === 'biped' ? 'rig-error.no-biped-animation' : 'rig-error.not-for-bipeds', {
      animation: animation.slice(0, 60),
      known: known.join(', '),
    }),
  );
}

/** Returns the quadruped clip for a name such as `preset:quadruped:walk`. Throws `RigError` for any other name. */
export function findQuadrupedPreset(animation: string): NamedClip<QuadrupedClip> {
  const { kind, name } = readName(animation);
  const clip = kind === 'quadruped' && Object.hasOwn(QUADRUPED_PRESETS, name) ? QUADRUPED_PRESETS[name] : undefined;
  if (clip) return { name, clip };
  const known = Object.keys(QUADRUPED_PRESETS).map((each) => `preset:quadruped:${each}`);
  throw new RigError(
    engineMessage(kind === 'quadruped' ? 'rig-error.no-quadruped-animation' : 'rig-error.not-for-quadrupeds', {
      animation: animation.slice(0, 60),
      known: known.join(', '),
    }),
  );
}

/** Splits a name into its body type (null if the name has none) and the clip name. */
function readName(animation: string): { readonly kind: RigType | null; readonly name: string } {
  const words = animation
    .trim()
    .toLowerCase()
    .replace(/^preset:/, '')
    .split(':');
  const name = words.at(-1)!;
  if (words.length === 1) return { kind: 'biped', name };
  const kind = (['biped', 'quadruped'] as const).find((each) => words.length === 2 && each === words[0]);
  return { kind: kind ?? null, name };
}
