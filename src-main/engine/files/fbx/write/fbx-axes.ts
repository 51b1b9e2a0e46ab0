import type { mat4 } from '@gltf-transform/core';
import { multiplyMatrices } from '../../../base/maths/transform-vertices.ts';
import type { FbxPreset } from './fbx-presets.ts';
import { resize } from '../../animation/rig-nodes.ts';

const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** +Y up, +Z front to +Z up, −Y front; and back. */
const TO_Z_UP: mat4 = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];
const TO_Y_UP: mat4 = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];

/** Converts a direction (x, y, z) of glTF to a preset's axes. */
function toFbxDirection([x = 0, y = 0, z = 0]: readonly number[], { isZUp }: FbxPreset): number[] {
  return isZUp ? [x, -z, y] : [x, y, z];
}

/** Converts a position or translation in metres to a preset's axes and unit. */
export function toFbxLength(vector: readonly number[], preset: FbxPreset): number[] {
  return toFbxDirection(vector, preset).map((value) => value * preset.unitsPerMetre);
}

/** Converts a rotation as quaternion (x, y, z, w) to a preset's axes. */
export function toFbxQuaternion(quaternion: readonly number[], preset: FbxPreset): number[] {
  return [...toFbxDirection(quaternion, preset), quaternion[3]!];
}

/** Converts scale factors along x, y and z to a preset's axes. */
export function toFbxScale([x = 1, y = 1, z = 1]: readonly number[], { isZUp }: FbxPreset): number[] {
  return isZUp ? [x, z, y] : [x, y, z];
}

/** Converts a transform in metres to a preset's axes and unit; FBX stores it in the same order as glTF. */
export function toFbxMatrix(matrix: Readonly<mat4>, { isZUp, unitsPerMetre }: FbxPreset): Float64Array {
  const turned = isZUp ? multiplyMatrices(multiplyMatrices(TO_Z_UP, matrix), TO_Y_UP) : matrix;
  // Scaled to the file's unit, and inversely before: only the translation is changed.
  return Float64Array.from(multiplyMatrices(resize(IDENTITY, unitsPerMetre), resize(turned, 1 / unitsPerMetre)));
}
