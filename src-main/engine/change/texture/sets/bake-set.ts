import type { Material, Primitive, TextureInfo } from '@gltf-transform/core';
import { createTexelShader } from '../../bake/texel-shader.ts';
import { dilateTexture } from '../../bake/dilate-texture.ts';
import { readFloats } from '../../../base/document/list-surfaces.ts';
import { loadTextureSamplers } from '../../bake/load-texture-samplers.ts';
import { paintTexels } from '../../../base/views/paint-texels.ts';
import { ATLAS_UV } from '../../../base/uv/pack-uv.ts';
import type { TextureSampler } from '../../bake/texture-sampler.ts';
import { doubleArea } from '../../../base/mesh/triangle-mesh.ts';
import type { PaintBodySurface } from '../body/paint-body.ts';
import type { TextureSet } from './plan-texture-sets.ts';
import type { BodyPoint, Paint, Painter } from '../painters/painter.ts';

/** A surface of a body and who paints it. */
export interface PaintedSurface {
  readonly surface: PaintBodySurface;
  readonly painter: Painter;
}

/** What was painted into one set of textures, per texel; rows from the top. */
export interface BakedSet {
  readonly size: number;
  /** sRGB; alpha 255 where a surface is, 0 elsewhere. Whoever wears the set may write over it. */
  readonly rgba: Uint8Array;
  readonly covered: Uint8Array;
  /** What the surfaces let through of themselves, as before; null: they are solid. */
  readonly alpha: Uint8Array | null;
  /** Empty, as what follows, where nobody painted any. */
  readonly heights: Float32Array;
  /** Roughness and metalness, 0 to 255. */
  readonly physics: Uint8Array;
  /** The mean edge of a texel, in the units of the heights. */
  readonly texel: number;
  /** Heights, roughness and metalness were painted. */
  readonly isPhysical: boolean;
}

/** Rings of texels that cut-outs are continued beyond a chart. */
const RINGS = 8;

/** Paints every texel of a set of `size`² texels. About 0.7 s for 1024² with four pictures. */
export async function bakeSet(
  { surfaces }: TextureSet,
  painted: ReadonlyMap<Primitive, PaintedSurface>,
  size: number,
): Promise<BakedSet> {
  const rgba = new Uint8Array(4 * size * size);
  const covered = new Uint8Array(size * size);
  const isPhysical = surfaces.some(({ primitive }) => painted.get(primitive)?.painter.isPhysical);
  const heights = new Float32Array(isPhysical ? size * size : 0);
  const physics = new Uint8Array(2 * heights.length);
  const out: Paint = { color: new Float64Array(3), height: 0, roughness: 0.8, metallic: 0 };
  const cutOut = surfaces
    .map(({ primitive }) => primitive.getMaterial())
    .filter((material) => material && isSeeThrough(material));
  const old = cutOut.length > 0 ? new Uint8Array(4 * size * size).fill(255) : null;
  const samplers: ReadonlyMap<TextureInfo, TextureSampler> = await loadTextureSamplers(cutOut, size);
  let [area, laid] = [0, 0];

  for (const { primitive } of surfaces) {
    const uvs = readFloats(primitive, ATLAS_UV);
    const own = painted.get(primitive);
    if (!uvs || !own) continue;
    const { surface, painter } = own;
    const { indices, places, positions } = surface;
    const look = old && createTexelShader(primitive, indices, uvs, samplers, new Map([['baseColor', old]]));
    for (let at = 0; at < indices.length; at += 3) {
      area += doubleArea(positions, indices, at);
      laid += laidArea(uvs, indices[at]!, indices[at + 1]!, indices[at + 2]!);
    }
    const corners: [number, number, number] = [0, 0, 0];
    let point: BodyPoint | null = null;
    paintTexels({ ...surface, uvs }, size, covered, (at, normal, texel, first, weights) => {
      for (let k = 0; k < 3; k++) corners[k] = places[indices[first + k]!]!;
      point ??= { at, normal, corners, weights };
      painter.paint(point, out);
      for (let c = 0; c < 3; c++) rgba[4 * texel + c] = Math.round(out.color[c]!);
      rgba[4 * texel + 3] = 255;
      if (isPhysical) {
        heights[texel] = out.height;
        physics[2 * texel] = Math.round(255 * out.roughness);
        physics[2 * texel + 1] = Math.round(255 * out.metallic);
      }
      look?.(first / 3, texel, ...weights);
    });
  }
  const texel = laid > 0 ? Math.sqrt(area / laid) / size : 1 / size;
  return { size, rgba, covered, alpha: old && alphaOf(old, covered, size), heights, physics, texel, isPhysical };
}

function isSeeThrough(material: Material): boolean {
  const isThin = material.getBaseColorTexture() !== null || material.getBaseColorFactor()[3] < 1;
  return isThin && material.getAlphaMode() !== 'OPAQUE';
}

function laidArea(uvs: Float32Array, a: number, b: number, c: number): number {
  const [u, v] = [uvs[2 * a]!, uvs[2 * a + 1]!];
  return Math.abs((uvs[2 * b]! - u) * (uvs[2 * c + 1]! - v) - (uvs[2 * c]! - u) * (uvs[2 * b + 1]! - v));
}

function alphaOf(old: Uint8Array, covered: Uint8Array, size: number): Uint8Array {
  return Uint8Array.from(dilateTexture(covered, size, RINGS), (from) => (from >= 0 ? old[4 * from + 3]! : 0));
}
