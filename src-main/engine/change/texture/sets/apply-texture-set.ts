import type { Document, Material } from '@gltf-transform/core';
import { encodeTexture, type EncodedTexture } from '../../../files/images/encode-texture.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import { toFineSurfaceMaps } from '../../../base/texture/fine-surface-maps.ts';
import type { Finish } from '../../../base/material/finish.ts';
import type { BakedSet } from './bake-set.ts';
import { applyAtlasUvs, type TextureSet } from './plan-texture-sets.ts';
import { toNormalMap, toPhysicsMap } from './relief-maps.ts';

/** Roughness of what has no map of it. */
const ROUGHNESS = 0.8;
/** Spread of roughness and metalness, of 255, below which a map would say nothing. */
const EVEN = 3;
/** Edge of the largest maps of pictures that are PNG; larger ones are JPEG, a fifth of the bytes. */
const LARGEST_PNG = 2048;

/**
 * Dresses the surfaces of a set in what was painted, in place: one new material with base colour and, with `isPbr`,
 * normals, roughness and metalness. It is see-through and two-sided where the old ones were; `finish` adds what it says
 * of alpha and glow. Vertex colours go: they would tint the texture.
 */
export async function applyTextureSet(
  document: Document,
  set: TextureSet,
  baked: BakedSet,
  { isPbr, finish }: { readonly isPbr: boolean; readonly finish: Finish | null },
): Promise<void> {
  const { size, rgba, alpha } = baked;
  const olds = [...new Set(set.surfaces.map(({ primitive }) => primitive.getMaterial()))];
  const rgb = fillUncovered(rgba, size, size, rgba.subarray(0, 3 * size * size));
  const material = document
    .createMaterial(olds.find((old) => old?.getName())?.getName() ?? 'textured')
    .setDoubleSided(olds.some((old) => old?.getDoubleSided()))
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
  if (alpha) seeThrough(material, olds);
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

/** The maps beside the colours; sets the material's factors to go with them. */
async function makeMaps(baked: BakedSet, rgb: Uint8Array, material: Material): Promise<SurfaceMap[]> {
  const { size, physics, covered } = baked;
  if (!baked.isPhysical) {
    const { normal, roughness } = await toFineSurfaceMaps({ width: size, height: size, rgb });
    material.setRoughnessFactor(1);
    const format = size > LARGEST_PNG ? 'JPEG' : 'PNG';
    const encode = (map: Uint8Array) => encodeTexture({ width: size, height: size, data: map }, format, 'linear');
    return [
      { slot: 'normal', image: await encode(normal.rgb) },
      { slot: 'roughness_metallic', image: await encode(roughness.rgb) },
    ];
  }
  const normal = await toNormalMap(baked);
  const maps: SurfaceMap[] = normal ? [{ slot: 'normal', image: normal }] : [];
  if (isEven(physics, covered)) {
    const first = 2 * covered.indexOf(1);
    material.setRoughnessFactor(physics[first]! / 255).setMetallicFactor(physics[first + 1]! / 255);
    return maps;
  }
  material.setRoughnessFactor(1).setMetallicFactor(1);
  return [...maps, { slot: 'roughness_metallic', image: await toPhysicsMap(physics, size) }];
}

/** See-through wins: blended, then cut out. */
function seeThrough(material: Material, olds: readonly (Material | null)[]): void {
  const blended = olds.some((old) => old?.getAlphaMode() === 'BLEND');
  material.setAlphaMode(blended ? 'BLEND' : 'MASK');
}

/** Whether roughness and metalness are the same on every texel of a surface. */
function isEven(physics: Uint8Array, covered: Uint8Array): boolean {
  const [least, most] = [
    [255, 255],
    [0, 0],
  ];
  for (let i = 0; i < covered.length; i++) {
    if (!covered[i]) continue;
    for (let k = 0; k < 2; k++) {
      least[k] = Math.min(least[k]!, physics[2 * i + k]!);
      most[k] = Math.max(most[k]!, physics[2 * i + k]!);
    }
  }
  return most.every((value, k) => value - least[k]! <= EVEN);
}

function withAlpha(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(4 * alpha.length);
  for (let i = 0; i < alpha.length; i++) {
    for (let c = 0; c < 3; c++) rgba[4 * i + c] = rgb[3 * i + c]!;
    rgba[4 * i + 3] = alpha[i]!;
  }
  return rgba;
}
