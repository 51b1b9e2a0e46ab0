import type { Material, Texture } from '@gltf-transform/core';
import { getTextureColorSpace } from '@gltf-transform/functions';
import { uniqueName } from '../../base/document/unique-name.ts';
import { decodeTexture } from '../images/decode-texture.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture, storesAlpha, type EncodedTexture, type TextureFormat } from '../images/encode-texture.ts';
import { toAlphaFormat } from '../materials/alpha-format.ts';
import { hasImageAlpha } from '../materials/image-alpha.ts';
import { getEmission } from '../materials/model-surfaces.ts';
import { createNumberFormatter } from '../text/number-formatter.ts';
import { toSafeFileName } from '../text/safe-names.ts';
import { splitMetallicRoughness } from '../materials/split-metallic-roughness.ts';
import { nameTextures } from '../materials/portable-images.ts';

const format = createNumberFormatter(6);

/** A material library and its images. */
export interface MtlFiles {
  readonly mtl: string;
  readonly textures: ReadonlyMap<string, Uint8Array>;
}

/**
 * Writes the MTL statements of named materials, with the PBR extension (Pr, Pm, map_Pr, map_Pm, norm) beside the
 * classic ones: Kd × map_Kd is the base colour, Ke the emission, map_Bump the tangent-space normal map (as Blender uses
 * it). Roughness and metallic become separate images, since MTL readers ignore `-imfchan`.
 */
export async function writeMtl(
  names: ReadonlyMap<Material | null, string>,
  textureFormat: TextureFormat | null,
): Promise<MtlFiles> {
  const lines: string[] = [];
  const images = await encodeImages([...names.keys()].flatMap(listTextures), textureFormat);
  const files = new Map([...images.values()].map(({ file, bytes }) => [file, bytes]));
  const usedNames = new Set([...files.keys()].map((file) => file.replace(/\.\w+$/, '').toLowerCase()));

  const addMap = (statement: string, texture: Texture | null): void => {
    const image = texture && images.get(texture);
    if (image) lines.push(`${statement} ${image.file}`);
  };
  // Readers take the colours of an image without alpha for the opacity.
  const addAlpha = (texture: Texture | null): void => {
    if (texture && images.get(texture)?.hasAlpha) addMap('map_d', texture);
  };
  const encodeGrey = (image: TextureImage) => encodeTexture(image, textureFormat ?? 'PNG', 'linear');
  const addGrey = (statement: string, base: string, { bytes, extension }: EncodedTexture): void => {
    const file = `${uniqueName(base, usedNames)}.${extension}`;
    lines.push(`${statement} ${file}`);
    files.set(file, bytes);
  };

  for (const [material, name] of names) {
    lines.push(`newmtl ${name}`);
    addConstants(lines, material);
    addMap('map_Kd', material?.getBaseColorTexture() ?? null);
    if (material && material.getAlphaMode() !== 'OPAQUE') addAlpha(material.getBaseColorTexture());
    addMap('map_Ke', material?.getEmissiveTexture() ?? null);
    addMap(`map_Bump -bm ${format(material?.getNormalScale() ?? 1)}`, material?.getNormalTexture() ?? null);
    addMap('norm', material?.getNormalTexture() ?? null);
    const split = material && (await splitMetallicRoughness(material));
    if (split) {
      const base = toSafeFileName(name, 'material');
      const [roughness, metallic] = await Promise.all([encodeGrey(split.roughness), encodeGrey(split.metallic)]);
      addGrey('map_Pr', `${base}_roughness`, roughness);
      addGrey('map_Pm', `${base}_metallic`, metallic);
    }
    lines.push('');
  }
  return { mtl: lines.join('\n'), textures: files };
}

interface EncodedImage {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly hasAlpha: boolean;
}

async function encodeImages(
  textures: readonly Texture[],
  textureFormat: TextureFormat | null,
): Promise<Map<Texture, EncodedImage>> {
  const images = new Map<Texture, EncodedImage>();
  for (const [texture, name] of nameTextures(textures)) {
    if (!textureFormat) {
      const bytes = texture.getImage()!;
      // Images that cannot be decoded are written as they are.
      images.set(texture, { file: name, bytes, hasAlpha: await hasImageAlpha(bytes).catch(() => true) });
      continue;
    }
    const colorSpace = getTextureColorSpace(texture) === 'srgb' ? 'srgb' : 'linear';
    const image = await decodeTexture(texture);
    const wanted = toAlphaFormat(textureFormat, texture, image);
    const { bytes, extension } = await encodeTexture(image, wanted, colorSpace);
    const hasAlpha = storesAlpha(wanted) && image.data.length === 4 * image.width * image.height;
    images.set(texture, { file: name.replace(/(?<!\w)\w+$/, extension), bytes, hasAlpha });
  }
  return images;
}

function listTextures(material: Material | null): Texture[] {
  const maps = [material?.getBaseColorTexture(), material?.getEmissiveTexture(), material?.getNormalTexture()];
  return maps.filter((texture) => texture != null);
}

/** Adds the constants of a material; without one the surface is light grey and rough. */
function addConstants(lines: string[], material: Material | null): void {
  if (!material) {
    lines.push('Kd 0.8 0.8 0.8', 'd 1', 'Pr 1', 'Pm 0', 'illum 2');
    return;
  }
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const roughness = material.getRoughnessFactor();
  lines.push(
    `Kd ${[red, green, blue].map(format).join(' ')}`,
    `Ke ${getEmission(material).map(format).join(' ')}`,
    `d ${format(material.getAlphaMode() === 'OPAQUE' ? 1 : alpha)}`,
    // The highlight that Blender's importer converts back to the same roughness: Ns = 1000 · (1 - r)².
    `Ns ${format(1000 * (1 - roughness) ** 2)}`,
    `Pr ${format(roughness)}`,
    `Pm ${format(material.getMetallicFactor())}`,
    'illum 2',
  );
}
