import type { mat4 } from '@gltf-transform/core';
import { IDENTITY_MAT4, invertAffine, multiplyMat4, Z_UP_TO_Y_UP } from '../../../base/maths/matrix.ts';
import { isNumbers, type UsdValue } from './usd-layer.ts';
import type { StagePrim, UsdStage } from './usd-stage.ts';

/** Transform of a prim relative to its parent, in the stage's own space; `resets`: relative to the stage instead. */
export interface UsdPlacement {
  readonly matrix: mat4;
  readonly resets: boolean;
}

/** Reads the transform of a prim's `xformOpOrder` (UsdGeomXformable): the first operation is the outermost. */
export function readPlacement({ attributes }: StagePrim): UsdPlacement {
  const order = attributes.get('xformOpOrder')?.read();
  let matrix: mat4 = [...IDENTITY_MAT4];
  let resets = false;
  for (const entry of Array.isArray(order) ? (order as readonly string[]) : []) {
    if (entry === '!resetXformStack!') {
      matrix = [...IDENTITY_MAT4];
      resets = true;
      continue;
    }
    const isInverse = entry.startsWith('!invert!');
    const name = isInverse ? entry.slice('!invert!'.length) : entry;
    const step = toMatrix(name.split(':')[1] ?? '', attributes.get(name)?.read() ?? null);
    const used = isInverse ? invertAffine(step) : step;
    if (used) matrix = multiplyMat4(matrix, used);
  }
  return { matrix, resets };
}

/** Converts a matrix of the stage's space to metres and +Y up. */
export function toGltfMatrix(matrix: Readonly<mat4>, { isZUp, metres }: UsdStage): mat4 {
  const scaled: mat4 = [...matrix];
  for (const k of [12, 13, 14] as const) scaled[k] *= metres;
  return isZUp ? multiplyMat4(Z_UP_TO_Y_UP, multiplyMat4(scaled, invertAffine(Z_UP_TO_Y_UP)!)) : scaled;
}

/** Returns the matrix from the stage's space to metres and +Y up. */
export function toGltfSpace({ isZUp, metres }: UsdStage): mat4 {
  const size: mat4 = [metres, 0, 0, 0, 0, metres, 0, 0, 0, 0, metres, 0, 0, 0, 0, 1];
  return isZUp ? multiplyMat4(Z_UP_TO_Y_UP, size) : size;
}

function toMatrix(kind: string, value: UsdValue): mat4 {
  const numbers = isNumbers(value) ? value : typeof value === 'number' ? [value] : [];
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  // USD's rows for row vectors are glTF's columns.
  if (kind === 'transform') return numbers.length === 16 ? ([...numbers] as unknown as mat4) : [...IDENTITY_MAT4];
  if (numbers.length === 0) return [...IDENTITY_MAT4];
  if (kind === 'translate') return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
  if (kind === 'scale') return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
  // Real part first.
  if (kind === 'orient') return fromQuaternion(y, z, w, x);
  const axes = /^rotate([XYZ]{1,3})$/.exec(kind)?.[1] ?? '';
  let matrix: mat4 = [...IDENTITY_MAT4];
  for (const axis of axes) {
    const degrees = axes.length === 1 ? x : [x, y, z]['XYZ'.indexOf(axis)]!;
    matrix = multiplyMat4(turn('XYZ'.indexOf(axis), degrees), matrix);
  }
  return matrix;
}

function turn(axis: number, degrees: number): mat4 {
  const half = (degrees * Math.PI) / 360;
  const [x, y, z] = [0, 1, 2].map((k) => (k === axis ? Math.sin(half) : 0)) as [number, number, number];
  return fromQuaternion(x, y, z, Math.cos(half));
}

function fromQuaternion(x: number, y: number, z: number, w: number): mat4 {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    [0, 0, 0, 1],
  ].flat() as mat4;
}
