import type { Document, Material } from '@gltf-transform/core';
import { encodeTexture, type EncodedTexture } from '../../../files/images/encode-texture.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import { toFineSurfaceMaps } from '../../../base/texture/fine-surface-maps.ts';
import type { Finish } from '../../../base/material/finish.ts';
import type { BakedSet } from './bake-set.ts';
import { applyAtlasUvs, type TextureSet } from './plan-texture-sets.ts';
import { toNormalMap, toMetallicRoughnessMap } from './relief-maps.ts';

/** Roughness without a roughness map. */
const ROUGHNESS = 0.8;
/** Maximum range of roughness and metalness, of 255, that is stored as a factor instead of a map. */
const MAX_UNIFORM_RANGE = 3;
/** Maximum edge of estimated maps that are stored as PNG; larger ones are JPEG, a fifth of the size. */
const MAX_PNG_SIZE = 2048;

/**
 * Gives the surfaces of a texture set one new material with the painted textures, in place: base colour and, with
 * `isPbr`, normals, roughness and metalness. Transparency and double-sidedness are taken from the old materials,
 * further alpha and glow from `finish`. Vertex colours are removed, because they would tint the texture.
 */
export async function applyTextureSet(
  document: Document,
  set: TextureSet,
  baked: BakedSet,
  { isPbr, finish }: { readonly isPbr: boolean; readonly finish: Finish | null },
): Promise<void> {
  const { size, rgba, alpha } = baked;
  const oldMaterials = [...new Set(set.surfaces.map(({ primitive }) => primitive.getMaterial()))];
  const rgb = fillUncovered(rgba, size, size, rgba.subarray(0, 3 * size * size));
  const material = document
    .createMaterial(oldMaterials.find((old) => old?.getName())?.getName() ?? 'textured')
    .setDoubleSided(oldMaterials.some((old) => old?.getDoubleSided()))
    .setMetallicFactor(0)
    .setRoughnessFactor(ROUGHNESS);
  const texture = (name: string, { bytes, mime }: EncodedTexture) =>
    document.createTexture(name).setImage(new Uint8Array(bytes)).setMimeType(mime);
  const base = texture(
    'base_color',
    alpha
      ? await encodeTexture({ width: size, height: size, data: withAlpha(rgb, alpha) }, 'PNG')
      : await encodeTexture({ width: size, height: size, data: rgb }, 'JPEG'),
  );
  material.setBaseColorTexture(base);
  if (alpha) copyAlphaMode(material, oldMaterials);
  if (finish && finish.alpha < 1) material.setAlphaMode('BLEND').setBaseColorFactor([1, 1, 1, finish.alpha]);
  if (finish && finish.glow > 0) {
    material.setEmissiveTexture(base).setEmissiveFactor([finish.glow, finish.glow, finish.glow]);
  }

  const maps = isPbr ? await makeMaps(baked, rgb, material) : [];
  for (const { slot, image } of maps) {
    if (slot === 'normal') material.setNormalTexture(texture(slot, image));
    else material.setMetallicRoughnessTexture(texture(slot, image));
  }
  for (const { primitive } of set.surfaces) primitive.setMaterial(material).setAttribute('COLOR_0', null);
  applyAtlasUvs(set);
}

interface SurfaceMap {
  readonly slot: 'normal' | 'roughness_metallic';
  readonly image: EncodedTexture;
}

/** Encodes the normal and metallic-roughness maps, and sets the material's factors accordingly. */
async function makeMaps(baked: BakedSet, rgb: Uint8Array, material: Material): Promise<SurfaceMap[]> {
  const { size, roughnessMetallic, covered } = baked;
  if (!baked.hasPbr) {
    const { normal, roughness } = await toFineSurfaceMaps({ width: size, height: size, rgb });
    material.setRoughnessFactor(1);
    const format = size > MAX_PNG_SIZE ? 'JPEG' : 'PNG';
    const encode = (map: Uint8Array) => encodeTexture({ width: size, height: size, data: map }, format, 'linear');
    return [
      { slot: 'normal', image: await encode(normal.rgb) },
      { slot: 'roughness_metallic', image: await encode(roughness.rgb) },
    ];
  }
  const normal = await toNormalMap(baked);
  const maps: SurfaceMap[] = normal ? [{ slot: 'normal', image: normal }] : [];
  if (isUniform(roughnessMetallic, covered)) {
    const first = 2 * covered.indexOf(1);
    material.setRoughnessFactor(roughnessMetallic[first]! / 255).setMetallicFactor(roughnessMetallic[first + 1]! / 255);
    return maps;
  }
  material.setRoughnessFactor(1).setMetallicFactor(1);
  return [...maps, { slot: 'roughness_metallic', image: await toMetallicRoughnessMap(roughnessMetallic, size) }];
}

/** Sets alpha mode `BLEND` if one of the old materials has it, otherwise `MASK`. */
function copyAlphaMode(material: Material, oldMaterials: readonly (Material | null)[]): void {
  const blended = oldMaterials.some((old) => old?.getAlphaMode() === 'BLEND');
  material.setAlphaMode(blended ? 'BLEND' : 'MASK');
}

/** True if roughness and metalness are nearly the same on all covered texels. */
function isUniform(roughnessMetallic: Uint8Array, covered: Uint8Array): boolean {
  const [min, max] = [
    [255, 255],
    [0, 0],
  ];
  for (let i = 0; i < covered.length; i++) {
    if (!covered[i]) continue;
    for (let k = 0; k < 2; k++) {
      min[k] = Math.min(min[k]!, roughnessMetallic[2 * i + k]!);
      max[k] = Math.max(max[k]!, roughnessMetallic[2 * i + k]!);
    }
  }
  return max.every((value, k) => value - min[k]! <= MAX_UNIFORM_RANGE);
}

function withAlpha(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(4 * alpha.length);
  for (let i = 0; i < alpha.length; i++) {
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = rgb[3 * i + c]!;
    rgba[4 * i + 3] = alpha[i]!;
  }
  return rgba;
}
