import type { Document, GLTF, Material, Texture, TextureInfo } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength, KHRMaterialsUnlit, KHRTextureTransform } from '@gltf-transform/extensions';
import { chargePartBytes, PART_BYTES } from '../import/import-limits.ts';
import type { ImageChannel, ImageLibrary } from './image-library.ts';
import type { TextureUse, ImportedMaterial, WrapMode } from './imported-material.ts';

const WRAP_MODES: Readonly<Record<WrapMode, GLTF.TextureWrapMode>> = { repeat: 10497, clamp: 33071, mirror: 33648 };

/**
 * Adds a material to a document; separate metalness and roughness images are combined. Numbers are clamped to their
 * range.
 */
export async function addMaterial(
  document: Document,
  source: ImportedMaterial,
  images: ImageLibrary,
): Promise<Material> {
  chargePartBytes(document, PART_BYTES.material);
  const [red, green, blue] = source.color;
  const material = document
    .createMaterial(source.name)
    .setBaseColorFactor([toShare(red), toShare(green), toShare(blue), toShare(source.alpha, 1)])
    .setMetallicFactor(toShare(source.metallic))
    .setRoughnessFactor(toShare(source.roughness, 1))
    .setAlphaMode(source.alphaMode)
    .setDoubleSided(source.doubleSided);
  if (source.alphaMode === 'MASK') material.setAlphaCutoff(toShare(source.alphaCutoff, 0.5));
  setEmission(document, material, source.emission);
  if (source.unlit)
    material.setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit());

  const { color, alpha, metallic, roughness, emission, normal, occlusion } = source.maps;
  const colorTexture = await toColorTexture(source, images);
  place(document, colorTexture, color ?? alpha, material.setBaseColorTexture(colorTexture).getBaseColorTextureInfo());
  const surface = await toSurfaceTexture(source, images);
  const surfaceInfo = material.setMetallicRoughnessTexture(surface).getMetallicRoughnessTextureInfo();
  place(document, surface, roughness ?? metallic, surfaceInfo);
  const emissive = emission ? await images.toTexture(emission.image) : null;
  place(document, emissive, emission, material.setEmissiveTexture(emissive).getEmissiveTextureInfo());
  const bump = normal ? await images.toTexture(normal.image) : null;
  place(document, bump, normal, material.setNormalTexture(bump).getNormalTextureInfo());
  if (Number.isFinite(source.normalScale)) material.setNormalScale(source.normalScale);
  const occlusionTexture = await toOcclusionTexture(source, images);
  place(
    document,
    occlusionTexture,
    occlusion,
    material.setOcclusionTexture(occlusionTexture).getOcclusionTextureInfo(),
  );
  return material.setOcclusionStrength(toShare(source.occlusionStrength, 1));
}

/** Creates the colour texture, with the alpha of another image if there is one. */
async function toColorTexture(
  { name, maps: { color, alpha } }: ImportedMaterial,
  images: ImageLibrary,
): Promise<Texture | null> {
  const hasOwnAlpha = color && (!alpha || (alpha.image.bytes === color.image.bytes && alpha.channel === 3));
  if (hasOwnAlpha) return images.toTexture(color.image);
  if (!alpha) return null;
  const channels: (ImageChannel | null)[] = [0, 1, 2].map((channel) =>
    color ? { image: color.image, channel } : null,
  );
  return images.combine(`${name} color`, [...channels, alpha]);
}

/**
 * Creates the metallic-roughness texture; glTF reads roughness from green and metalness from blue (glTF 2.0, 3.9.2).
 */
async function toSurfaceTexture(source: ImportedMaterial, images: ImageLibrary): Promise<Texture | null> {
  const { roughness, metallic } = source.maps;
  if (!roughness && !metallic) return null;
  const isPacked = roughness?.channel === 1 && metallic?.channel === 2;
  if (isPacked && roughness.image.bytes === metallic.image.bytes) return images.toTexture(roughness.image);
  if (roughness?.channel === 1 && !metallic && source.metallic === 0) return images.toTexture(roughness.image);
  return images.combine(`${source.name} surface`, [null, roughness ?? null, metallic ?? null]);
}

/** Creates the occlusion texture; glTF reads it from red. */
async function toOcclusionTexture(
  { name, maps: { occlusion } }: ImportedMaterial,
  images: ImageLibrary,
): Promise<Texture | null> {
  if (!occlusion) return null;
  if (occlusion.channel === 0) return images.toTexture(occlusion.image);
  return images.combine(`${name} occlusion`, [occlusion, occlusion, occlusion]);
}

function place(
  document: Document,
  texture: Texture | null,
  use: TextureUse | undefined,
  info: TextureInfo | null,
): void {
  if (!texture || !use || !info) return;
  info.setTexCoord(use.set);
  info.setWrapS(WRAP_MODES[use.wrapU]).setWrapT(WRAP_MODES[use.wrapV]);
  if (!use.placement || ![...use.placement.offset, ...use.placement.scale].every(Number.isFinite)) return;
  const transform = document.createExtension(KHRTextureTransform).createTransform();
  transform.setOffset([...use.placement.offset]).setScale([...use.placement.scale]);
  info.setExtension('KHR_texture_transform', transform);
}

/** Sets the emission; glTF's factor ends at 1, brighter values use KHR_materials_emissive_strength. */
function setEmission(document: Document, material: Material, emission: readonly [number, number, number]): void {
  const emissive = emission.map((channel) => (channel > 0 && channel < 1e6 ? channel : 0)) as [number, number, number];
  const strength = Math.max(1, ...emissive);
  material.setEmissiveFactor([emissive[0] / strength, emissive[1] / strength, emissive[2] / strength]);
  if (strength === 1) return;
  const extension = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  material.setExtension('KHR_materials_emissive_strength', extension.setEmissiveStrength(strength));
}

function toShare(value: number, otherwise = 0): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : otherwise;
}
