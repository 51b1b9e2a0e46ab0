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

/** A surface and its painter. */
export interface PaintedSurface {
  readonly surface: PaintBodySurface;
  readonly painter: Painter;
}

/** Painted texels of a texture set, in rows from the top. */
export interface BakedSet {
  readonly size: number;
  /** sRGB; alpha is 255 on covered texels, 0 elsewhere. The consumer may overwrite it. */
  readonly rgba: Uint8Array;
  /** 1 for texels that a surface covers. */
  readonly covered: Uint8Array;
  /** Opacity of the old materials, 0 to 255; null if all of them are opaque. */
  readonly alpha: Uint8Array | null;
  /** Empty unless `hasPbr`. */
  readonly heights: Float32Array;
  /** Pairs of roughness and metalness, 0 to 255; empty unless `hasPbr`. */
  readonly roughnessMetallic: Uint8Array;
  /** Mean edge of a texel in the units of the heights. */
  readonly texel: number;
  /** Heights, roughness and metalness were painted. */
  readonly hasPbr: boolean;
}

/** Number of texels by which alpha is dilated beyond a chart. */
const RINGS = 8;

/**
 * Paints every texel of a set of `size`² texels. `painted` has the painter of each primitive; others are skipped. About
 * 0.7 s for 1024² with four images.
 */
export async function bakeSet(
  { surfaces }: TextureSet,
  painted: ReadonlyMap<Primitive, PaintedSurface>,
  size: number,
): Promise<BakedSet> {
  const rgba = new Uint8Array(4 * size * size);
  const covered = new Uint8Array(size * size);
  const hasPbr = surfaces.some(({ primitive }) => painted.get(primitive)?.painter.paintsPbr);
  const heights = new Float32Array(hasPbr ? size * size : 0);
  const roughnessMetallic = new Uint8Array(2 * heights.length);
  const out: Paint = { color: new Float64Array(3), height: 0, roughness: 0.8, metallic: 0 };
  const transparentMaterials = surfaces
    .map(({ primitive }) => primitive.getMaterial())
    .filter((material) => material && isTransparent(material));
  const oldColors = transparentMaterials.length > 0 ? new Uint8Array(4 * size * size).fill(255) : null;
  const samplers: ReadonlyMap<TextureInfo, TextureSampler> = await loadTextureSamplers(transparentMaterials, size);
  let [area, uvArea] = [0, 0];

  for (const { primitive } of surfaces) {
    const uvs = readFloats(primitive, ATLAS_UV);
    const target = painted.get(primitive);
    if (!uvs || !target) continue;
    const { surface, painter } = target;
    const { indices, weldedVertices, positions } = surface;
    const bakeOldTexel =
      oldColors && createTexelShader(primitive, indices, uvs, samplers, new Map([['baseColor', oldColors]]));
    for (let at = 0; at < indices.length; at += 3) {
      area += doubleArea(positions, indices, at);
      uvArea += doubleUvArea(uvs, indices[at]!, indices[at + 1]!, indices[at + 2]!);
    }
    const corners: [number, number, number] = [0, 0, 0];
    let point: BodyPoint | null = null;
    paintTexels({ ...surface, uvs }, size, covered, (at, normal, texel, first, weights) => {
      for (let k = 0; k < 3; k++) corners[k] = weldedVertices[indices[first + k]!]!;
      point ??= { at, normal, corners, weights };
      painter.paint(point, out);
      for (let c = 0; c < 3; c++) rgba[4 * texel + c] = Math.round(out.color[c]!);
      rgba[4 * texel + 3] = 255;
      if (hasPbr) {
        heights[texel] = out.height;
        roughnessMetallic[2 * texel] = Math.round(255 * out.roughness);
        roughnessMetallic[2 * texel + 1] = Math.round(255 * out.metallic);
      }
      bakeOldTexel?.(first / 3, texel, ...weights);
    });
  }
  const texel = uvArea > 0 ? Math.sqrt(area / uvArea) / size : 1 / size;
  return {
    size,
    rgba,
    covered,
    alpha: oldColors && toDilatedAlpha(oldColors, covered, size),
    heights,
    roughnessMetallic,
    texel,
    hasPbr,
  };
}

function isTransparent(material: Material): boolean {
  const isThin = material.getBaseColorTexture() !== null || material.getBaseColorFactor()[3] < 1;
  return isThin && material.getAlphaMode() !== 'OPAQUE';
}

function doubleUvArea(uvs: Float32Array, a: number, b: number, c: number): number {
  const [u, v] = [uvs[2 * a]!, uvs[2 * a + 1]!];
  return Math.abs((uvs[2 * b]! - u) * (uvs[2 * c + 1]! - v) - (uvs[2 * c]! - u) * (uvs[2 * b + 1]! - v));
}

function toDilatedAlpha(oldColors: Uint8Array, covered: Uint8Array, size: number): Uint8Array {
  return Uint8Array.from(dilateTexture(covered, size, RINGS), (from) => (from >= 0 ? oldColors[4 * from + 3]! : 0));
}
