import type { mat4 } from '@gltf-transform/core';

/** Returns the product `a · b` of two column-major 4×4 matrices: applies `b` first, then `a`. */
export function multiplyMatrices(a: Readonly<mat4>, b: Readonly<mat4>): mat4 {
  const product = new Array<number>(16).fill(0) as mat4;
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row]! * b[column * 4 + k]!;
      product[column * 4 + row] = sum;
    }
  }
  return product;
}

/** True if a column-major 4×4 matrix mirrors (negative determinant). */
export function isMirroring(m: Readonly<mat4>): boolean {
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return determinant < 0;
}

/** Transforms one xyz position, in place, by a column-major 4×4 matrix. */
export function transformPosition(xyz: Float32Array, at: number, m: Readonly<mat4>): void {
  const x = xyz[at]!;
  const y = xyz[at + 1]!;
  const z = xyz[at + 2]!;
  xyz[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
  xyz[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  xyz[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}

/**
 * Returns the matrix that transforms normals where `m` transforms positions, up to length: the inverse transpose, as 9
 * numbers by columns. It is the cofactor matrix with the determinant's sign, so a singular `m` needs no special case.
 */
export function normalMatrix(m: Readonly<mat4>): number[] {
  const sign = isMirroring(m) ? -1 : 1;
  return [
    m[5] * m[10] - m[6] * m[9],
    m[6] * m[8] - m[4] * m[10],
    m[4] * m[9] - m[5] * m[8],
    m[2] * m[9] - m[1] * m[10],
    m[0] * m[10] - m[2] * m[8],
    m[1] * m[8] - m[0] * m[9],
    m[1] * m[6] - m[2] * m[5],
    m[2] * m[4] - m[0] * m[6],
    m[0] * m[5] - m[1] * m[4],
  ].map((cofactor) => cofactor * sign);
}

/** Transforms one xyz normal, in place, by a `normalMatrix` and normalizes it; a zero normal becomes +Y. */
export function transformNormal(xyz: Float32Array, at: number, n: readonly number[]): void {
  const x = xyz[at]!;
  const y = xyz[at + 1]!;
  const z = xyz[at + 2]!;
  const nx = n[0]! * x + n[3]! * y + n[6]! * z;
  const ny = n[1]! * x + n[4]! * y + n[7]! * z;
  const nz = n[2]! * x + n[5]! * y + n[8]! * z;
  const length = Math.hypot(nx, ny, nz);
  const hasDirection = length > 0 && Number.isFinite(length);
  xyz[at] = hasDirection ? nx / length : 0;
  xyz[at + 1] = hasDirection ? ny / length : 1;
  xyz[at + 2] = hasDirection ? nz / length : 0;
}
