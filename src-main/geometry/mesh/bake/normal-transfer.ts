import { readFloats } from '../../list-surfaces.ts';
import { toVertexNormals } from '../../vertex-normals.ts';
import type { SourcePatches } from '../source-patches.ts';
import type { SurfacePoint } from '../surface-tree.ts';
import type { Samplers } from './load-samplers.ts';
import { tangentFrames } from './tangent-frames.ts';

type Vector = readonly [x: number, y: number, z: number];

/** The surface that gets the normals. */
interface Receiver {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Its new uvs. */
  readonly places: Float32Array;
}

/** Writes the source's normal at a point of it, as seen from a triangle of the receiver, into a pixel (RGBA). */
type TransferNormal = (
  triangle: number,
  normal: Vector,
  patch: number,
  local: number,
  hit: SurfacePoint,
  pixels: Uint8Array,
  at: number,
) => void;

/**
 * Carries normals (those of the source's vertices, turned by its normal maps) into the tangent space of a receiver's
 * new uvs. Tangents are taken as constant over a triangle, made square to the normal (glTF 2.0, 3.9.2).
 */
export function createNormalTransfer(receiver: Receiver, source: SourcePatches, samplers: Samplers): TransferNormal {
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
  return (triangle, normal, patch, local, hit, pixels, at) => {
    const { indices, normals, map, scale } = origins[patch]!;
    const [i, j, k] = [indices[local * 3]!, indices[local * 3 + 1]!, indices[local * 3 + 2]!];
    const mix = (array: Float32Array, size: number, c: number): number =>
      hit.a * array[i * size + c]! + hit.b * array[j * size + c]! + hit.c * array[k * size + c]!;
    let shown = unit([mix(normals, 3, 0), mix(normals, 3, 1), mix(normals, 3, 2)]);
    if (map) {
      map.sample(mix(map.uvs, 2, 0), mix(map.uvs, 2, 1), texel);
      const [tangent, bitangent] = square(map.frames, local, shown);
      const x = (texel[0]! / 127.5 - 1) * scale;
      const y = (texel[1]! / 127.5 - 1) * scale;
      const z = texel[2]! / 127.5 - 1;
      shown = unit([
        x * tangent[0] + y * bitangent[0] + z * shown[0],
        x * tangent[1] + y * bitangent[1] + z * shown[1],
        x * tangent[2] + y * bitangent[2] + z * shown[2],
      ]);
    }
    const up = unit(normal);
    const [tangent, bitangent] = square(own, triangle, up);
    const seen = unit([dot(shown, tangent), dot(shown, bitangent), Math.max(0.05, dot(shown, up))]);
    for (let c = 0; c < 3; c++) pixels[at + c] = Math.round((seen[c]! + 1) * 127.5);
    pixels[at + 3] = 255;
  };
}

/** A triangle's tangent and bitangent made square to a normal. */
function square(frames: Float32Array, triangle: number, normal: Vector): readonly [Vector, Vector] {
  const at = triangle * 4;
  const along: Vector = [frames[at]!, frames[at + 1]!, frames[at + 2]!];
  const lean = dot(along, normal);
  const tangent = unit([along[0] - lean * normal[0], along[1] - lean * normal[1], along[2] - lean * normal[2]]);
  const sign = frames[at + 3]!;
  const bitangent: Vector = [
    sign * (normal[1] * tangent[2] - normal[2] * tangent[1]),
    sign * (normal[2] * tangent[0] - normal[0] * tangent[2]),
    sign * (normal[0] * tangent[1] - normal[1] * tangent[0]),
  ];
  return [tangent, bitangent];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1];
}
