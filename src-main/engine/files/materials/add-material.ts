import { TextureInfo, type Document, type Material, type Texture } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength, KHRMaterialsUnlit, KHRTextureTransform } from '@gltf-transform/extensions';
import type { ImageChannel, ImageLibrary } from './image-library.ts';
import type { TextureUse, ImportedMaterial } from './imported-material.ts';

/** Adds a material to a document; metalness and roughness of two pictures become one. Numbers are brought into range. */
export async function addMaterial(document: Document, look: ImportedMaterial, images: ImageLibrary): Promise<Material> {
  const [red, green, blue] = look.color;
  const material = document
    .createMaterial(look.name)
    .setBaseColorFactor([toShare(red), toShare(green), toShare(blue), toShare(look.alpha, 1)])
    .setMetallicFactor(toShare(look.metallic))
    .setRoughnessFactor(toShare(look.roughness, 1))
    .setAlphaMode(look.alphaMode)
    .setDoubleSided(look.doubleSided);
  if (look.alphaMode === 'MASK') material.setAlphaCutoff(toShare(look.alphaCutoff, 0.5));
  setEmission(document, material, look.emission);
  if (look.unlit)
    material.setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit());

  const { color, alpha, metallic, roughness, emission, normal, occlusion } = look.maps;
  const colorTexture = await toColorTexture(look, images);
  place(document, colorTexture, color ?? alpha, material.setBaseColorTexture(colorTexture).getBaseColorTextureInfo());
  const surface = await toSurfaceTexture(look, images);
  const surfaceInfo = material.setMetallicRoughnessTexture(surface).getMetallicRoughnessTextureInfo();
  place(document, surface, roughness ?? metallic, surfaceInfo);
  const light = emission ? await images.toTexture(emission.image) : null;
  place(document, light, emission, material.setEmissiveTexture(light).getEmissiveTextureInfo());
  const bend = normal ? await images.toTexture(normal.image) : null;
  place(document, bend, normal, material.setNormalTexture(bend).getNormalTextureInfo());
  if (Number.isFinite(look.normalScale)) material.setNormalScale(look.normalScale);
  const shade = await toOcclusionTexture(look, images);
  place(document, shade, occlusion, material.setOcclusionTexture(shade).getOcclusionTextureInfo());
  return material.setOcclusionStrength(toShare(look.occlusionStrength, 1));
}

/** The colour map, with the alpha of another picture put in where there is one. */
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

/** glTF reads roughness from green and metalness from blue (glTF 2.0, 3.9.2). */
async function toSurfaceTexture(look: ImportedMaterial, images: ImageLibrary): Promise<Texture | null> {
  const { roughness, metallic } = look.maps;
  if (!roughness && !metallic) return null;
  const isPacked = roughness?.channel === 1 && metallic?.channel === 2;
  if (isPacked && roughness.image.bytes === metallic.image.bytes) return images.toTexture(roughness.image);
  if (roughness?.channel === 1 && !metallic && look.metallic === 0) return images.toTexture(roughness.image);
  return images.combine(`${look.name} surface`, [null, roughness ?? null, metallic ?? null]);
}

/** glTF reads occlusion from red. */
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
  if (use.clampsU) info.setWrapS(TextureInfo.WrapMode['CLAMP_TO_EDGE']!);
  if (use.clampsV) info.setWrapT(TextureInfo.WrapMode['CLAMP_TO_EDGE']!);
  if (!use.placement || ![...use.placement.offset, ...use.placement.scale].every(Number.isFinite)) return;
  const transform = document.createExtension(KHRTextureTransform).createTransform();
  transform.setOffset([...use.placement.offset]).setScale([...use.placement.scale]);
  info.setExtension('KHR_texture_transform', transform);
}

/** glTF's factor ends at 1; what is brighter is told by KHR_materials_emissive_strength. */
function setEmission(document: Document, material: Material, emission: readonly [number, number, number]): void {
  const light = emission.map((channel) => (channel > 0 && channel < 1e6 ? channel : 0)) as [number, number, number];
  const strength = Math.max(1, ...light);
  material.setEmissiveFactor([light[0] / strength, light[1] / strength, light[2] / strength]);
  if (strength === 1) return;
  const extension = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  material.setExtension('KHR_materials_emissive_strength', extension.setEmissiveStrength(strength));
}

function toShare(value: number, otherwise = 0): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : otherwise;
}
