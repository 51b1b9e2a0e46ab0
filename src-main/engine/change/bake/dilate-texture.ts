/**
 * Dilates the covered part of a square texture ring by ring, so that filtering at the border of a chart reads its
 * colour instead of the background. Returns for each texel the texel to copy from (itself where covered, −1 beyond the
 * last ring). `covered`: size², 1 = has a colour. O(size² + dilated texels).
 */
export function dilateTexture(covered: Uint8Array, size: number, rings: number): Int32Array {
  const sources = new Int32Array(covered.length).fill(-1);
  for (let texel = 0; texel < sources.length; texel++) if (covered[texel]) sources[texel] = texel;
  growTexture(covered.slice(), size, rings, (to, from) => {
    sources[to] = sources[from]!;
  });
  return sources;
}

/**
 * Dilates in place without extra memory: `copy` receives each texel that becomes covered and the covered neighbour to
 * copy from, and `covered` is updated. O(size² + dilated texels).
 */
export function growTexture(
  covered: Uint8Array,
  size: number,
  rings: number,
  copy: (to: number, from: number) => void,
): void {
  let border: number[] = [];
  for (let texel = 0; texel < covered.length; texel++) {
    if (!covered[texel]) continue;
    // Only the rim of a chart can grow; wrapping around the ends of a row only repeats a check.
    const isRim = !covered[texel - 1] || !covered[texel + 1] || !covered[texel - size] || !covered[texel + size];
    if (isRim) border.push(texel);
  }
  for (let ring = 0; ring < rings && border.length > 0; ring++) {
    const next: number[] = [];
    for (const texel of border) {
      const column = texel % size;
      const near = [
        column > 0 ? texel - 1 : -1,
        column < size - 1 ? texel + 1 : -1,
        texel - size,
        texel + size < covered.length ? texel + size : -1,
      ];
      for (const free of near) {
        if (free < 0 || covered[free]) continue;
        covered[free] = 1;
        copy(free, texel);
        next.push(free);
      }
    }
    border = next;
  }
}
