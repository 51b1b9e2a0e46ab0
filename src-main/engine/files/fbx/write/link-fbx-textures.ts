import { type FbxImage, type FbxTextureLink } from './fbx-texture.ts';
import type { Material, Texture } from '@gltf-transform/core';
import { uniqueName } from '../../../base/document/unique-name.ts';
import type { TextureFormat } from '../../images/encode-texture.ts';
import { type FbxTextureSlot } from './fbx-texture.ts';
import { findFbxTextureSources, type FbxTextureSource } from './fbx-texture-sources.ts';
import { toSafeFileName } from '../../text/safe-names.ts';

const SUFFIXES: Readonly<Record<FbxTextureSlot, string>> = {
  DiffuseColor: 'BaseColor',
  NormalMap: 'Normal',
  EmissiveColor: 'Emissive',
  ShininessExponent: 'Roughness',
  ReflectionFactor: 'Metallic',
};
const CLAMP_TO_EDGE = 33071;

/**
 * Encodes the images of materials for FBX (see `findFbxTextureSources`), named after material and slot, in `format` if
 * it is given. Materials are processed one after the other, so that only one material's decoded images are in memory.
 * Throws `ModelError` for an image that cannot be read.
 */
export async function linkFbxTextures(
  materials: readonly Material[],
  format?: TextureFormat,
): Promise<Map<Material, FbxTextureLink[]>> {
  const images = new Map<Texture, Map<string, FbxImage>>();
  const names = new Set<string>();

  const toImage = async (material: Material, source: FbxTextureSource): Promise<FbxImage> => {
    const variants = images.get(source.texture) ?? new Map<string, FbxImage>();
    images.set(source.texture, variants);
    const known = variants.get(source.variant);
    if (known) return known;

    const base = uniqueName(`${toSafeFileName(material.getName(), 'material')}_${SUFFIXES[source.slot]}`, names);
    const { bytes, extension } = await source.make();
    const image = { fileName: `${base}.${extension}`, bytes };
    variants.set(source.variant, image);
    return image;
  };

  const links = new Map<Material, FbxTextureLink[]>();
  for (const material of materials) {
    const ofMaterial = (await findFbxTextureSources(material, format)).map(async (source) => ({
      slot: source.slot,
      image: await toImage(material, source),
      clampsU: source.info?.getWrapS() === CLAMP_TO_EDGE,
      clampsV: source.info?.getWrapT() === CLAMP_TO_EDGE,
      isOpacity: source.isOpacity,
    }));
    links.set(material, await Promise.all(ofMaterial));
  }
  return links;
}
