/** Adds a word to a hash with the finalizer of MurmurHash3, so that neighbouring numbers get distant hashes. */
export function mixHash(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
