import type { mat4, vec3, vec4 } from '@gltf-transform/core';
import { determinantMat4, invertAffine, multiplyMat4 } from '../../../base/maths/matrix.ts';
import type { FbxProperties } from './fbx-graph.ts';

/** Conversion of a file's coordinate system to glTF's: metres, +Y up, +Z front. */
export interface FbxSpace {
  /** Matrix from the file's space to glTF's. */
  readonly matrix: mat4;
  /** Metres per unit of the file. */
  readonly metres: number;
  point(value: readonly number[]): vec3;
  rotation(value: readonly number[]): vec4;
  scale(value: readonly number[]): vec3;
  /** Converts a transform from the file's space to glTF's. */
  transform(value: Readonly<mat4>): mat4;
}

/**
 * Creates the conversion from `GlobalSettings` (axes and centimetres per unit); FBX's defaults apply where they are
 * missing.
 */
export function createFbxSpace(settings: FbxProperties): FbxSpace {
  const unit = settings.number('UnitScaleFactor') ?? 1;
  const metres = unit > 0 && unit < 1e9 ? unit / 100 : 0.01;
  const rows = [axisOf(settings, 'Coord', 0), axisOf(settings, 'Up', 1), axisOf(settings, 'Front', 2)];
  let matrix = toMatrix(rows, metres);
  // Degenerate or left-handed axes: use glTF's front instead.
  if (determinantMat4(matrix) <= 0 && rows[1]) matrix = toMatrix([rows[0]!, rows[1], negate(rows[2]!)], metres);
  if (!(determinantMat4(matrix) > 0))
    matrix = toMatrix(
      [
        { axis: 0, sign: 1 },
        { axis: 1, sign: 1 },
        { axis: 2, sign: 1 },
      ],
      metres,
    );
  const inverse = invertAffine(matrix)!;
  const turn = (value: readonly number[]): vec3 =>
    [0, 1, 2].map(
      (k) => (matrix[k]! * value[0]! + matrix[4 + k]! * value[1]! + matrix[8 + k]! * value[2]!) / metres,
    ) as vec3;
  return {
    matrix,
    metres,
    point: (value) => turn(value).map((each) => each * metres) as vec3,
    rotation: (value) => [...turn(value), value[3]!] as vec4,
    scale: (value) => turn(value).map((_, k) => value[[0, 1, 2].find((axis) => matrix[axis * 4 + k] !== 0)!]!) as vec3,
    transform: (value) => multiplyMat4(matrix, multiplyMat4(value, inverse)),
  };
}

interface SignedAxis {
  readonly axis: number;
  readonly sign: number;
}

function axisOf(settings: FbxProperties, name: string, usual: number): SignedAxis {
  const axis = settings.number(`${name}Axis`) ?? usual;
  const sign = (settings.number(`${name}AxisSign`) ?? 1) < 0 ? -1 : 1;
  return { axis: [0, 1, 2].includes(axis) ? axis : usual, sign };
}

function negate({ axis, sign }: SignedAxis): SignedAxis {
  return { axis, sign: -sign };
}

function toMatrix(rows: readonly SignedAxis[], factor: number): mat4 {
  const matrix: mat4 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  rows.forEach(({ axis, sign }, row) => (matrix[axis * 4 + row] = sign * factor));
  return matrix;
}
