import type { FlatMesh } from '../../base/document/flat-mesh.ts';

/** Writes numbers with at most `decimals` digits behind the point, the shortest way; what is no number becomes 0. */
export function createNumberFormatter(decimals: number): (value: number) => string {
  const power = 10 ** decimals;
  return (value) => {
    const rounded = Math.round(value * power) / power;
    return Number.isFinite(rounded) ? String(rounded) : '0';
  };
}

/**
 * Digits behind the point that keep seven significant ones of the largest coordinate, which is what a 32-bit float
 * holds, once it is multiplied by `scale`; between 3 and 12.
 */
export function decimalsFor(meshes: readonly FlatMesh[], scale: number): number {
  let largest = 0;
  for (const { positions } of meshes.flatMap((mesh) => mesh.primitives)) {
    for (const value of positions) {
      const size = Math.abs(value);
      if (size > largest && size < Infinity) largest = size;
    }
  }
  if (largest === 0) return 6;
  return Math.min(12, Math.max(3, 7 - Math.ceil(Math.log10(largest * scale))));
}
