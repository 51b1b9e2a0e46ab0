/**
 * Creates a generator of numbers from 0 up to, not including, 1; the same text gives the same numbers on every
 * computer.
 */
export function createRandom(text: string): () => number {
  // FNV-1a to spread the text over 32 bits, then Mulberry32 (T. Ettinger, public domain).
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
