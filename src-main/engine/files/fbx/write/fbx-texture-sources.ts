import { type FbxTextureSlot } from './fbx-texture.ts';
import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import { encodeTexture, type TextureFormat } from '../../images/encode-texture.ts';
import { reencodeFbxImage, type FbxImageFile } from './reencode-fbx-image.ts';
import { splitEmission } from './fbx-materials.ts';
import { splitMetallicRoughness, type SplitMetallicRoughness } from '../../materials/split-metallic-roughness.ts';
import { dropImageAlpha, hasImageAlpha } from '../../materials/image-alpha.ts';
import { toPortableImage } from '../../materials/portable-images.ts';

/** Source of a slot's image. Sources of equal texture and variant yield equal images. */
export interface FbxTextureSource {
  readonly slot: FbxTextureSlot;
  readonly texture: Texture;
  readonly info: TextureInfo | null;
  readonly variant: string;
  /** True if the alpha of the image is the opacity. */
  readonly isOpacity: boolean;
  readonly make: () => Promise<FbxImageFile>;
}

/**
 * Returns the textures of a material as FBX uses them: separate roughness and metallic, factors baked in (for most
 * readers a texture replaces its factor), no alpha in an opaque base colour (Blender would link it to Alpha). Without a
 * `format`, PNG and JPEG bytes that need none of that are kept, and everything else is converted to PNG. Throws
 * `ModelError` `unsupported` for an image that cannot be read.
 */
export async function findFbxTextureSources(material: Material, format?: TextureFormat): Promise<FbxTextureSource[]> {
  return [...(await findPictures(material, format)), ...findMetallicRoughness(material, format)];
}

async function findPictures(material: Material, format?: TextureFormat): Promise<FbxTextureSource[]> {
  const sources: FbxTextureSource[] = [];
  const base = material.getBaseColorTexture();
  const image = base?.getImage();
  if (base && image) {
    const tint = material.getBaseColorFactor().slice(0, 3);
    const isOpaque = material.getAlphaMode() === 'OPAQUE';
    sources.push({
      slot: 'DiffuseColor',
      texture: base,
      info: material.getBaseColorTextureInfo(),
      variant: `color ${tint.join()} ${isOpaque}`,
      isOpacity: !isOpaque && (await hasImageAlpha(image)),
      make: async () => {
        const tinted = await toPortableImage(base, tint);
        return reencodeFbxImage(isOpaque ? await dropImageAlpha(tinted) : tinted, base, 'srgb', format);
      },
    });
  }
  const normal = material.getNormalTexture();
  if (normal?.getImage()) {
    sources.push({
      slot: 'NormalMap',
      texture: normal,
      info: material.getNormalTextureInfo(),
      variant: 'normal',
      isOpacity: false,
      make: async () => reencodeFbxImage(await toPortableImage(normal), normal, 'linear', format),
    });
  }
  const emissive = material.getEmissiveTexture();
  const { tint, strength } = splitEmission(material);
  if (emissive?.getImage() && strength > 0) {
    sources.push({
      slot: 'EmissiveColor',
      texture: emissive,
      info: material.getEmissiveTextureInfo(),
      variant: `emission ${tint.join()}`,
      isOpacity: false,
      make: async () => reencodeFbxImage(await toPortableImage(emissive, tint), emissive, 'srgb', format),
    });
  }
  return sources;
}

function findMetallicRoughness(material: Material, format: TextureFormat = 'PNG'): FbxTextureSource[] {
  const texture = material.getMetallicRoughnessTexture();
  if (!texture?.getImage()) return [];
  let split: Promise<SplitMetallicRoughness | null> | undefined;
  const make = async (channel: keyof SplitMetallicRoughness): Promise<FbxImageFile> => {
    split ??= splitMetallicRoughness(material);
    return encodeTexture((await split)![channel], format, 'linear');
  };

  const shared = { texture, info: material.getMetallicRoughnessTextureInfo(), isOpacity: false };
  return [
    {
      ...shared,
      slot: 'ShininessExponent',
      variant: `roughness ${material.getRoughnessFactor()}`,
      make: () => make('roughness'),
    },
    {
      ...shared,
      slot: 'ReflectionFactor',
      variant: `metallic ${material.getMetallicFactor()}`,
      make: () => make('metallic'),
    },
  ];
}
