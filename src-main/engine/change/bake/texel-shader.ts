import type { Material, Primitive, TextureInfo } from '@gltf-transform/core';
import type { BakedChannel } from './baked-channels.ts';
import { getEmission } from '../../files/materials/model-surfaces.ts';
import { linearToSrgb } from '../../files/materials/portable-images.ts';
import { readFloats } from '../../base/document/list-surfaces.ts';
import type { VisitTexel } from '../../base/mesh/rasterize-triangles.ts';
import { toLinear, type TextureSampler } from './texture-sampler.ts';
import { createVertexTint, type VertexTint } from './vertex-tint.ts';
import { transformTangentNormals } from '../../base/primitive/transform-tangent-normals.ts';

/** Writes the colour of the old textures at one texel into its pixel; `at` is the pixel's first byte. */
type Paint = (triangle: number, at: number, a: number, b: number, c: number) => void;

/** Samples a texture of the primitive at barycentric weights `a`, `b`, `c` of a triangle, into `texel`. */
type SampleTexture = (triangle: number, a: number, b: number, c: number, texel: number[]) => void;

/**
 * Creates the function that bakes one texel of a primitive: samples its old textures, multiplies by the factors (in
 * linear light), converts normals to the tangent frame of the new uvs (`places`), and writes RGBA into `pixels`.
 * `vertexColors`: the base colour is multiplied by the vertex colours, too.
 */
export function createTexelShader(
  primitive: Primitive,
  indices: Uint32Array,
  places: Float32Array,
  samplers: ReadonlyMap<TextureInfo, TextureSampler>,
  pixels: ReadonlyMap<BakedChannel, Uint8Array>,
  vertexColors = false,
): VisitTexel {
  const material = primitive.getMaterial();
  const createSample = (info: TextureInfo | null | undefined): SampleTexture | null => {
    const sample = info && samplers.get(info);
    const uvs = info && readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`);
    return sample && uvs ? createUvSample(sample, uvs, indices) : null;
  };
  const paints: Paint[] = [];

  const base = pixels.get('baseColor');
  if (base) {
    const tint = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
    const cutoff = material?.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() : null;
    const isOpaque = (material?.getAlphaMode() ?? 'OPAQUE') === 'OPAQUE';
    const sample = createSample(material?.getBaseColorTextureInfo());
    const shade = vertexColors ? createVertexTint(primitive, indices) : null;
    paints.push(
      shade
        ? paintTinted(base, sample, tint, isOpaque ? 0 : cutoff, shade)
        : paintColor(base, sample, tint, isOpaque ? 0 : cutoff),
    );
  }
  const emissive = pixels.get('emissive');
  if (emissive) {
    const tint = [...(material ? getEmission(material) : [0, 0, 0]), 1];
    paints.push(paintColor(emissive, createSample(material?.getEmissiveTextureInfo()), tint, 0));
  }
  const packed = pixels.get('occlusionRoughnessMetallic');
  if (packed) {
    const roughMetal = createSample(material?.getMetallicRoughnessTextureInfo());
    const occlusion = createSample(material?.getOcclusionTextureInfo());
    const rough = material?.getRoughnessFactor() ?? 1;
    const metal = material?.getMetallicFactor() ?? 1;
    const strength = material?.getOcclusionStrength() ?? 1;
    // All three are usually in one image, which is then sampled once.
    const isOne = occlusion !== null && roughMetal !== null && showSame(material!, samplers);
    const shade = [255, 255, 255, 255];
    const texel = [255, 255, 255, 255];
    paints.push((triangle, at, a, b, c) => {
      roughMetal?.(triangle, a, b, c, texel);
      if (!isOne) occlusion?.(triangle, a, b, c, shade);
      packed[at] = Math.round(255 + strength * ((isOne ? texel : shade)[0]! - 255));
      packed[at + 1] = Math.round(texel[1]! * rough);
      packed[at + 2] = Math.round(texel[2]! * metal);
    });
  }
  const normal = pixels.get('normal');
  if (normal) {
    const info = material?.getNormalTextureInfo();
    const oldUvs = info && readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`);
    const turns = oldUvs && transformTangentNormals(readFloats(primitive, 'POSITION')!, indices, oldUvs, places);
    paints.push(paintNormal(normal, createSample(info), turns ?? null, material?.getNormalScale() ?? 1));
  }
  return (triangle, texel, a, b, c) => {
    for (const paint of paints) paint(triangle, texel * 4, a, b, c);
  };
}

/** Returns true if a material's occlusion and roughness use the same mapping of the same image. */
function showSame(material: Material, samplers: ReadonlyMap<TextureInfo, TextureSampler>): boolean {
  const [one, other] = [material.getOcclusionTextureInfo()!, material.getMetallicRoughnessTextureInfo()!];
  return one.getTexCoord() === other.getTexCoord() && samplers.get(one) === samplers.get(other);
}

function createUvSample(sample: TextureSampler, uvs: Float32Array, indices: Uint32Array): SampleTexture {
  return (triangle, a, b, c, texel) => {
    const i = indices[triangle * 3]! * 2;
    const j = indices[triangle * 3 + 1]! * 2;
    const k = indices[triangle * 3 + 2]! * 2;
    const u = a * uvs[i]! + b * uvs[j]! + c * uvs[k]!;
    const v = a * uvs[i + 1]! + b * uvs[j + 1]! + c * uvs[k + 1]!;
    sample(u, v, texel);
  };
}

/** Bakes base colour. `cutoff`: alpha from there on is 255, below 0 (0: always opaque); null: alpha is kept. */
function paintColor(
  pixels: Uint8Array,
  sample: SampleTexture | null,
  tint: readonly number[],
  cutoff: number | null,
): Paint {
  const tables = tint.slice(0, 3).map((factor) =>
    // A colour with factor 1 keeps its bytes.
    factor === 1
      ? null
      : Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * linearToSrgb(toLinear(value / 255) * factor))),
  );
  const isPlain = tables.every((table) => table === null);
  const texel = [255, 255, 255, 255];
  return (triangle, at, a, b, c) => {
    sample?.(triangle, a, b, c, texel);
    for (let k = 0; k < 3; k++) {
      const value = Math.round(texel[k]!);
      pixels[at + k] = isPlain ? value : (tables[k]?.[value] ?? value);
    }
    const alpha = texel[3]! * tint[3]!;
    pixels[at + 3] = cutoff === null ? Math.round(alpha) : alpha >= cutoff * 255 ? 255 : 0;
  };
}

/** Bakes base colour as `paintColor` does, multiplied by vertex colours. */
function paintTinted(
  pixels: Uint8Array,
  sample: SampleTexture | null,
  tint: readonly number[],
  cutoff: number | null,
  shade: VertexTint,
): Paint {
  const texel = [255, 255, 255, 255];
  const color = [1, 1, 1, 1];
  return (triangle, at, a, b, c) => {
    sample?.(triangle, a, b, c, texel);
    shade(triangle, a, b, c, color);
    for (let k = 0; k < 3; k++) {
      pixels[at + k] = Math.round(255 * linearToSrgb(toLinear(texel[k]! / 255) * tint[k]! * color[k]!));
    }
    const alpha = texel[3]! * tint[3]! * color[3]!;
    pixels[at + 3] = cutoff === null ? Math.round(alpha) : alpha >= cutoff * 255 ? 255 : 0;
  };
}

function paintNormal(
  pixels: Uint8Array,
  sample: SampleTexture | null,
  turns: Float32Array | null,
  scale: number,
): Paint {
  const texel = [128, 128, 255, 255];
  return (triangle, at, a, b, c) => {
    sample?.(triangle, a, b, c, texel);
    const x = (texel[0]! / 127.5 - 1) * scale;
    const y = (texel[1]! / 127.5 - 1) * scale;
    const z = texel[2]! / 127.5 - 1;
    const m = triangle * 4;
    const turnedX = sample && turns ? turns[m]! * x + turns[m + 1]! * y : 0;
    const turnedY = sample && turns ? turns[m + 2]! * x + turns[m + 3]! * y : 0;
    const length = Math.hypot(turnedX, turnedY, z) || 1;
    pixels[at] = Math.round((turnedX / length + 1) * 127.5);
    pixels[at + 1] = Math.round((turnedY / length + 1) * 127.5);
    pixels[at + 2] = Math.round((z / length + 1) * 127.5);
    pixels[at + 3] = 255;
  };
}
