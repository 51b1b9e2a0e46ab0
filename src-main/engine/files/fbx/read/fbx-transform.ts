import type { mat4, vec3, vec4 } from '@gltf-transform/core';
import type { FbxProperties } from './fbx-graph.ts';

/** A local transform, in glTF's terms. */
interface Pose {
  readonly translation: vec3;
  /** Quaternion xyzw. */
  readonly rotation: vec4;
  readonly scale: vec3;
}

/** The animatable values of a model: translation, rotation in degrees, scale. */
export interface LocalValues {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** Transform of a model: its values at rest, and a function for the pose of other values. */
export interface FbxPlacing {
  readonly rest: LocalValues;
  poseOf(values: LocalValues): Pose;
}

/** Euler rotation orders by `RotationOrder`; the first letter is applied first. */
const ORDERS = ['xyz', 'xzy', 'yzx', 'yxz', 'zxy', 'zyx'] as const;
const ZERO = [0, 0, 0] as const;
const ONE = [1, 1, 1] as const;
const NO_TURN: vec4 = [0, 0, 0, 1];

/**
 * Creates a model's transform (FBX SDK, "Computing transformation matrices"): T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹
 * · Soff · Sp · S · Sp⁻¹. Pivots only translate, so the product is a translation, a rotation and a scale. As in the
 * SDK, pre- and post-rotation and the order apply only if `RotationActive` is set.
 */
export function createPlacing(properties: FbxProperties): FbxPlacing {
  const vector = (name: string): readonly number[] => properties.vector(name) ?? ZERO;
  const isActive = (properties.number('RotationActive') ?? 0) !== 0;
  const order = isActive ? (ORDERS[properties.number('RotationOrder') ?? 0] ?? 'xyz') : 'xyz';
  const before = isActive ? toQuaternion(vector('PreRotation')) : NO_TURN;
  const after = isActive ? invert(toQuaternion(vector('PostRotation'))) : NO_TURN;
  const [offset, pivot] = [vector('RotationOffset'), vector('RotationPivot')];
  const [scaleOffset, scalePivot] = [vector('ScalingOffset'), vector('ScalingPivot')];
  return {
    rest: {
      translation: vector('Lcl Translation'),
      rotation: vector('Lcl Rotation'),
      scale: properties.vector('Lcl Scaling') ?? ONE,
    },
    poseOf({ translation, rotation, scale }) {
      const turn = combine(combine(before, toQuaternion(rotation, order)), after);
      const inner = [0, 1, 2].map((k) => {
        return -pivot[k]! + scaleOffset[k]! + scalePivot[k]! - scale[k]! * scalePivot[k]!;
      });
      const moved = rotate(turn, inner);
      return {
        translation: [0, 1, 2].map((k) => translation[k]! + offset[k]! + pivot[k]! + moved[k]!) as vec3,
        rotation: turn,
        scale: [scale[0]!, scale[1]!, scale[2]!],
      };
    },
  };
}

/** Returns the geometric transform of a model's mesh, which its children do not inherit; null if it is the identity. */
export function findGeometricMatrix(properties: FbxProperties): mat4 | null {
  const translation = properties.vector('GeometricTranslation') ?? ZERO;
  const rotation = properties.vector('GeometricRotation') ?? ZERO;
  const scale = properties.vector('GeometricScaling') ?? ONE;
  if (![...translation, ...rotation].some((value) => value !== 0) && scale.every((value) => value === 1)) return null;
  const turn = toQuaternion(rotation);
  const columns = [0, 1, 2].map((axis) =>
    rotate(
      turn,
      [0, 1, 2].map((k) => (k === axis ? scale[k]! : 0)),
    ),
  );
  return [...columns[0]!, 0, ...columns[1]!, 0, ...columns[2]!, 0, ...translation, 1] as unknown as mat4;
}

/** Converts Euler angles in degrees to a quaternion; `xyz` rotates about x first. */
function toQuaternion(degrees: readonly number[], order: (typeof ORDERS)[number] = 'xyz'): vec4 {
  let turn = NO_TURN;
  for (const letter of order) {
    const axis = 'xyz'.indexOf(letter);
    const half = (degrees[axis]! * Math.PI) / 360;
    const single: vec4 = [0, 0, 0, Math.cos(half)];
    single[axis as 0 | 1 | 2] = Math.sin(half);
    turn = combine(single, turn);
  }
  return turn;
}

/** Returns the product `a · b`: applies `b` first, then `a`. */
function combine([ax, ay, az, aw]: vec4, [bx, by, bz, bw]: vec4): vec4 {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function invert([x, y, z, w]: vec4): vec4 {
  return [-x, -y, -z, w];
}

function rotate(turn: vec4, vector: readonly number[]): vec3 {
  const [x, y, z] = combine(combine(turn, [vector[0]!, vector[1]!, vector[2]!, 0]), invert(turn));
  return [x, y, z];
}
