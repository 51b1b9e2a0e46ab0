import type { WrapMode } from '../materials/imported-material.ts';

const CLAMP = 33071;
const MIRROR = 33648;

/** Returns the name of one of glTF's wrap modes in 3MF and USD, which differ only in the word for repeating. */
export function wrapModeName<Repeat extends string>(mode: number, repeat: Repeat): 'clamp' | 'mirror' | Repeat {
  if (mode === CLAMP) return 'clamp';
  return mode === MIRROR ? 'mirror' : repeat;
}

/** Returns the wrap mode of a name in 3MF or USD; images that end at their edges, which glTF lacks, are clamped. */
export function toWrapMode(name: string): WrapMode {
  if (name === 'mirror') return 'mirror';
  return ['clamp', 'none', 'black'].includes(name) ? 'clamp' : 'repeat';
}
