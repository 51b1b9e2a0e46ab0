import type { TextureSamplers } from './load-texture-samplers.ts';
import { readFloats } from '../../base/document/list-surfaces.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';
import type { SourcePatches } from '../../base/primitive/joined-patches.ts';
import type { SurfacePoint, Vector } from '../../base/spatial/surface-tree.ts';
import { tangentFrames } from './tangent-frames.ts';

/** The surface that receives the normals. */
interface Receiver {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** New uvs of its vertices. */
  readonly places: Float32Array;
}

/**
 * Writes the source's normal at a point of its surface, in the tangent space of a receiver triangle, into a pixel
 * (RGBA).
 */
type TransferNormal = (
  triangle: number,
  normal: Vector,
  patch: number,
  local: number,
  hit: SurfacePoint,
  pixels: Uint8Array,
  at: number,
) => void;

/** Three numbers that are reused for each texel to avoid allocations. */
type Scratch = [x: number, y: number, z: number];

/**
 * Transfers normals (vertex normals perturbed by normal maps) into the tangent space of a receiver's new uvs. Tangents
 * are taken as constant over a triangle and orthogonalized against the normal (glTF 2.0, 3.9.2).
 */
export function createNormalTransfer(
  receiver: Receiver,
  source: SourcePatches,
  samplers: TextureSamplers,
): TransferNormal {
  const own = tangentFrames(receiver.positions, receiver.indices, receiver.places);
  const origins = source.patches.map(({ primitive, indices }) => {
    const positions = readFloats(primitive, 'POSITION')!;
    const normals = readFloats(primitive, 'NORMAL') ?? toVertexNormals({ positions, indices });
    const material = primitive.getMaterial();
    const info = material?.getNormalTextureInfo();
    const sample = info && samplers.get(info);
    const uvs = info ? readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`) : null;
    const map = sample && uvs ? { sample, uvs, frames: tangentFrames(positions, indices, uvs) } : null;
    return { indices, normals, map, scale: material?.getNormalScale() ?? 1 };
  });
  const texel = [128, 128, 255, 255];
  const shown: Scratch = [0, 0, 1];
  const up: Scratch = [0, 0, 1];
  const tangent: Scratch = [1, 0, 0];
  const bitangent: Scratch = [0, 1, 0];
  return (triangle, normal, patch, local, hit, pixels, at) => {
    const { indices, normals, map, scale } = origins[patch]!;
    const i = indices[local * 3]!;
    const j = indices[local * 3 + 1]!;
    const k = indices[local * 3 + 2]!;
    const { a, b, c } = hit;
    for (let axis = 0; axis < 3; axis++) {
      shown[axis] = a * normals[i * 3 + axis]! + b * normals[j * 3 + axis]! + c * normals[k * 3 + axis]!;
    }
    makeUnit(shown);
    if (map) {
      const { uvs } = map;
      const u = a * uvs[i * 2]! + b * uvs[j * 2]! + c * uvs[k * 2]!;
      const v = a * uvs[i * 2 + 1]! + b * uvs[j * 2 + 1]! + c * uvs[k * 2 + 1]!;
      map.sample(u, v, texel);
      square(map.frames, local, shown, tangent, bitangent);
      const x = (texel[0]! / 127.5 - 1) * scale;
      const y = (texel[1]! / 127.5 - 1) * scale;
      const z = texel[2]! / 127.5 - 1;
      for (let axis = 0; axis < 3; axis++) {
        shown[axis] = x * tangent[axis]! + y * bitangent[axis]! + z * shown[axis]!;
      }
      makeUnit(shown);
    }
    up[0] = normal[0];
    up[1] = normal[1];
    up[2] = normal[2];
    makeUnit(up);
    square(own, triangle, up, tangent, bitangent);
    const x = dot(shown, tangent);
    const y = dot(shown, bitangent);
    const z = Math.max(0.05, dot(shown, up));
    const toByte = 127.5 / Math.sqrt(x * x + y * y + z * z);
    pixels[at] = Math.round(x * toByte + 127.5);
    pixels[at + 1] = Math.round(y * toByte + 127.5);
    pixels[at + 2] = Math.round(z * toByte + 127.5);
    pixels[at + 3] = 255;
  };
}

/** Orthogonalizes a triangle's tangent and bitangent against a normal. */
function square(frames: Float32Array, triangle: number, normal: Vector, tangent: Scratch, bitangent: Scratch): void {
  const at = triangle * 4;
  const lean = frames[at]! * normal[0] + frames[at + 1]! * normal[1] + frames[at + 2]! * normal[2];
  for (let axis = 0; axis < 3; axis++) tangent[axis] = frames[at + axis]! - lean * normal[axis]!;
  makeUnit(tangent);
  const sign = frames[at + 3]!;
  bitangent[0] = sign * (normal[1] * tangent[2] - normal[2] * tangent[1]);
  bitangent[1] = sign * (normal[2] * tangent[0] - normal[0] * tangent[2]);
  bitangent[2] = sign * (normal[0] * tangent[1] - normal[1] * tangent[0]);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/**
 * Normalizes a vector, without `hypot`, which takes ten times as long; the numbers are near 1. A zero vector becomes
 * +Z.
 */
function makeUnit(vector: Scratch): void {
  const length = Math.sqrt(dot(vector, vector));
  const share = length > 0 ? 1 / length : 0;
  vector[0] *= share;
  vector[1] *= share;
  vector[2] = length > 0 ? vector[2] * share : 1;
}
