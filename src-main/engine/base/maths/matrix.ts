import type { mat4, Node } from '@gltf-transform/core';

/** The identity matrix. Matrices are 16 numbers in column-major order, as in glTF. */
export const IDENTITY_MAT4: Readonly<mat4> = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Converts +Z up, −Y front to +Y up, +Z front. */
export const Z_UP_TO_Y_UP: Readonly<mat4> = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];

/** Returns the product `a · b`: applies `b` first, then `a`. */
export function multiplyMat4(a: Readonly<mat4>, b: Readonly<mat4>): mat4 {
  const product = new Array<number>(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row]! * b[column * 4 + k]!;
      product[column * 4 + row] = sum;
    }
  }
  return product as mat4;
}

/** Returns the determinant of the upper-left 3×3 matrix; if it is negative the matrix mirrors. */
export function determinantMat4(m: Readonly<mat4>): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}

/** Returns the inverse of a matrix whose last row is 0 0 0 1; null if it is singular. */
export function invertAffine(m: Readonly<mat4>): mat4 | null {
  const whole = determinantMat4(m);
  if (!Number.isFinite(1 / whole)) return null;
  const at = (row: number, column: number): number => m[(column % 3) * 4 + (row % 3)]!;
  const inverse = [...IDENTITY_MAT4] as mat4;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const minor =
        at(column + 1, row + 1) * at(column + 2, row + 2) - at(column + 1, row + 2) * at(column + 2, row + 1);
      inverse[column * 4 + row] = minor / whole;
    }
  }
  for (let row = 0; row < 3; row++) {
    inverse[12 + row] = -(inverse[row]! * m[12] + inverse[4 + row]! * m[13] + inverse[8 + row]! * m[14]);
  }
  return inverse;
}

/** Transforms points, xyz each, in place. */
export function transformPoints(points: Float32Array, m: Readonly<mat4>): void {
  for (let i = 0; i + 2 < points.length; i += 3) {
    const [x, y, z] = [points[i]!, points[i + 1]!, points[i + 2]!];
    for (let k = 0; k < 3; k++) points[i + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
  }
}

/** Transforms normals, xyz each, in place, by the inverse transpose of `m`; they are not normalized. */
export function transformNormals(normals: Float32Array, m: Readonly<mat4>): void {
  const inverse = invertAffine(m);
  if (!inverse) return;
  for (let i = 0; i + 2 < normals.length; i += 3) {
    const [x, y, z] = [normals[i]!, normals[i + 1]!, normals[i + 2]!];
    for (let k = 0; k < 3; k++) {
      normals[i + k] = inverse[k * 4]! * x + inverse[k * 4 + 1]! * y + inverse[k * 4 + 2]! * z;
    }
  }
}

/**
 * Sets a node's transform. Returns false if glTF's translation, rotation and scale cannot express it (shear or
 * singular).
 */
export function placeNode(node: Node, matrix: Readonly<mat4>): boolean {
  node.setMatrix([...matrix]);
  const set = node.getMatrix();
  const size = Math.max(...matrix.slice(0, 12).map(Math.abs), 1e-9);
  return matrix.every((value, i) => Math.abs(value - set[i]!) <= (i < 12 ? size : Math.abs(value) + 1) * 1e-4);
}
