import type { FlatMesh } from '../../base/document/flat-mesh.ts';

/** Creates a formatter of numbers with at most `decimals` decimals, as short as possible; NaN and infinity become 0. */
export function createNumberFormatter(decimals: number): (value: number) => string {
  const power = 10 ** decimals;
  return (value) => {
    const rounded = Math.round(value * power) / power;
    return Number.isFinite(rounded) ? String(rounded) : '0';
  };
}

/**
 * Returns the number of decimals that keeps seven significant digits of the largest coordinate, the precision of a
 * 32-bit float, after multiplying by `scale`; between 3 and 12.
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
