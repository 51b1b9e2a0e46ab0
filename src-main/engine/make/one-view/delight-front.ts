import { LINEAR_OF_BYTE, toSrgbByte } from '../../base/color/srgb.ts';
import { boxBlur } from '../../base/image/box-blur.ts';
import type { SubjectImage } from '../../base/image/crop-high-resolution.ts';
import { fillUncovered } from '../../base/image/fill-uncovered.ts';
import { rasterizeTriangles } from '../../base/mesh/rasterize-triangles.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import { estimateLight } from '../../base/views/estimate-light.ts';

/** A surface that an image shows from the front. */
export interface FrontSurface extends TriangleMesh {
  /** Unit normals of its vertices, +Z towards the viewer. */
  readonly normals: Float32Array;
  /** Position of each vertex in the bounding box of the subject, shares from the top left. */
  readonly uvs: Float32Array;
}

/** Edge of the square gain map in texels; low, because light has no fine detail. */
const MAP_EDGE = 256;
/** Minimum z of the normals that are used; surfaces along the outline are unreliable. */
const MIN_FACING = 0.25;
/** Maximum gain; the minimum is its inverse. Stored as bytes in steps of about 1 %. */
const MAX_GAIN = 4;

/**
 * Removes from an image of a subject the light that its front surface explains (`estimateLight`). Pixels beyond the
 * surface get the gain of its rim. O(pixels), a megapixel: about 0.1 s.
 */
export function delightFront<S extends SubjectImage>(subject: S, surface: FrontSurface): S {
  const { image, box } = subject;
  const front = facingTriangles(surface);
  const pixelAt = (u: number, v: number): number => {
    const x = box.left + Math.min(box.width - 1, Math.max(0, Math.floor(u * box.width)));
    const y = box.top + Math.min(box.height - 1, Math.max(0, Math.floor(v * box.height)));
    return 4 * (y * image.width + x);
  };
  const { uvs, normals } = surface;
  const gain = estimateLight({ positions: surface.positions, indices: front }, (_at, normal, out, first) => {
    if (normal[2]! < MIN_FACING) return 0;
    const middle = (k: 0 | 1): number => [0, 1, 2].reduce((sum, c) => sum + uvs[2 * front[first + c]! + k]! / 3, 0);
    const from = pixelAt(middle(0), middle(1));
    for (let c = 0; c < 3; c++) out[c] = image.data[from + c]!;
    return 1;
  });
  const gains = Float32Array.from({ length: normals.length / 3 }, (_, v) => gain(normals.subarray(3 * v, 3 * v + 3)));
  const map = toGainMap(surface, front, gains);
  const data = image.data.slice();
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = 4 * ((y + box.top) * image.width + x + box.left);
      const factor = sampleMap(
        map,
        ((x + 0.5) / box.width) * MAP_EDGE - 0.5,
        ((y + 0.5) / box.height) * MAP_EDGE - 0.5,
      );
      for (let c = at; c < at + 3; c++) data[c] = toSrgbByte(factor * LINEAR_OF_BYTE[data[c]!]!);
    }
  }
  return { ...subject, image: { ...image, data } };
}

function facingTriangles({ indices, normals }: FrontSurface): Uint32Array {
  return indices.filter((_, i) => {
    const first = i - (i % 3);
    const facing = [0, 1, 2].reduce((sum, k) => sum + normals[3 * indices[first + k]! + 2]!, 0);
    return facing > 0;
  });
}

function toGainMap({ uvs }: FrontSurface, front: Uint32Array, gains: Float32Array): Float32Array {
  const rgba = new Uint8Array(4 * MAP_EDGE * MAP_EDGE);
  const step = 127 / Math.log(MAX_GAIN);
  rasterizeTriangles(uvs, front, MAP_EDGE, new Uint8Array(MAP_EDGE * MAP_EDGE), (triangle, texel, a, b, c) => {
    const [p, q, r] = [front[3 * triangle]!, front[3 * triangle + 1]!, front[3 * triangle + 2]!];
    const gain = a * gains[p]! + b * gains[q]! + c * gains[r]!;
    rgba[4 * texel] = Math.round(128 + step * Math.log(gain));
    rgba[4 * texel + 3] = 255;
  });
  const filled = fillUncovered(rgba, MAP_EDGE, MAP_EDGE);
  const map = Float32Array.from({ length: MAP_EDGE * MAP_EDGE }, (_, i) => Math.exp((filled[3 * i]! - 128) / step));
  return boxBlur(map, MAP_EDGE, MAP_EDGE, 2);
}

function sampleMap(map: Float32Array, x: number, y: number): number {
  const [px, py] = [Math.min(MAP_EDGE - 1, Math.max(0, x)), Math.min(MAP_EDGE - 1, Math.max(0, y))];
  const [column, row] = [Math.min(MAP_EDGE - 2, Math.floor(px)), Math.min(MAP_EDGE - 2, Math.floor(py))];
  const [fx, fy] = [px - column, py - row];
  const i = row * MAP_EDGE + column;
  const above = (1 - fx) * map[i]! + fx * map[i + 1]!;
  const below = (1 - fx) * map[i + MAP_EDGE]! + fx * map[i + MAP_EDGE + 1]!;
  return (1 - fy) * above + fy * below;
}
