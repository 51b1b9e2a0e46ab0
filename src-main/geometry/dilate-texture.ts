/**
 * Grows what is covered of a square texture outwards, ring by ring, so that filtering at the border of a chart finds
 * its colour and not the background; answers for each texel the texel to copy from (itself where covered, −1 beyond the
 * last ring). `covered`: size², 1 = has a colour. O(size² + texels grown).
 */
export function dilateTexture(covered: Uint8Array, size: number, rings: number): Int32Array {
  const sources = new Int32Array(covered.length).fill(-1);
  let border: number[] = [];
  for (let texel = 0; texel < sources.length; texel++) {
    if (!covered[texel]) continue;
    sources[texel] = texel;
    // Only from the rim of a chart can anything grow; past the ends of a row it does no harm to look twice.
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
        texel + size < sources.length ? texel + size : -1,
      ];
      for (const free of near) {
        if (free < 0 || sources[free] !== -1) continue;
        sources[free] = sources[texel]!;
        next.push(free);
      }
    }
    border = next;
  }
  return sources;
}
