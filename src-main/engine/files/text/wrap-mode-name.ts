const CLAMP = 33071;
const MIRROR = 33648;

/** Returns the name of one of glTF's wrap modes in 3MF and USD, which differ only in the word for repeating. */
export function wrapModeName<Repeat extends string>(mode: number, repeat: Repeat): 'clamp' | 'mirror' | Repeat {
  if (mode === CLAMP) return 'clamp';
  return mode === MIRROR ? 'mirror' : repeat;
}
