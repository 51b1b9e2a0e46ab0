import type { Material } from '@gltf-transform/core';
import { leaf, properties, type FbxNode, type FbxProperty } from './fbx-node.ts';
import { fbxName } from './fbx-scene.ts';
import type { FbxImage, FbxTextureLink } from './fbx-texture.ts';
import { getEmission } from '../../materials/model-surfaces.ts';

/** Emission as FBX and Blender store it: a colour whose brightest channel is 1, and its strength. */
export interface SplitEmission {
  readonly tint: readonly number[];
  readonly strength: number;
}

/** Splits a material's emission into tint and strength; without emission the tint is black. */
export function splitEmission(material: Material): SplitEmission {
  const emission = getEmission(material);
  const strength = Math.max(...emission);
  return { tint: emission.map((channel) => (strength > 0 ? channel / strength : 0)), strength };
}

const GREY = [0.8, 0.8, 0.8] as const;
const WHITE = [1, 1, 1] as const;

/**
 * Returns a material as the content of an FBX `Material`: Phong, with roughness and metalness in the properties that
 * Blender's reader uses. Colours are linear, as Blender reads them. A colour that has a texture in `links` is white,
 * because its factor is baked into the texture. Null is a plain grey surface.
 */
export function toFbxMaterial(material: Material | null, links: readonly FbxTextureLink[]): FbxNode[] {
  const list = material ? materialProperties(material, new Set(links.map(({ slot }) => slot))) : plainProperties();
  return [leaf('Version', 102), leaf('ShadingModel', 'Phong'), leaf('MultiLayer', 0), properties(...list)];
}

function materialProperties(material: Material, slots: ReadonlySet<FbxTextureLink['slot']>): FbxProperty[] {
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const { tint, strength } = splitEmission(material);
  const opacity = material.getAlphaMode() === 'BLEND' ? alpha : 1;
  const bump: FbxProperty = ['BumpFactor', 'number', material.getNormalScale()];
  return [
    ['DiffuseColor', 'color', ...(slots.has('DiffuseColor') ? WHITE : [red, green, blue])],
    ['DiffuseFactor', 'number', 1],
    ['EmissiveColor', 'color', ...(slots.has('EmissiveColor') ? WHITE : tint)],
    ['EmissiveFactor', 'number', strength],
    ...(slots.has('NormalMap') ? [bump] : []),
    ...surface(opacity, material.getRoughnessFactor(), material.getMetallicFactor()),
  ];
}

function plainProperties(): FbxProperty[] {
  return [['DiffuseColor', 'color', ...GREY], ['EmissiveFactor', 'number', 0], ...surface(1, 0.5, 0)];
}

function surface(opacity: number, roughness: number, metalness: number): FbxProperty[] {
  // Blender's empirical scale from roughness 1 … 0 to shininess 0 … 100.
  const shininess = (10 * (1 - roughness)) ** 2;
  // Unity uses 1 − TransparentColor as the alpha of an opaque material: white there would make it invisible.
  const transparent = opacity < 1 ? 1 : 0;
  return [
    ['AmbientFactor', 'number', 0],
    ['TransparentColor', 'color', transparent, transparent, transparent],
    ['TransparencyFactor', 'number', 1 - opacity],
    ['Opacity', 'number', opacity],
    ['SpecularColor', 'color', ...WHITE],
    ['SpecularFactor', 'number', 0.25],
    ['Shininess', 'number', shininess],
    ['ShininessExponent', 'number', shininess],
    ['ReflectionFactor', 'number', metalness],
  ];
}

/** Returns an image as the content of an FBX `Video`, its file embedded. */
export function toFbxVideo({ fileName, bytes }: FbxImage): FbxNode[] {
  return [
    leaf('Type', 'Clip'),
    properties(['Path', 'path', fileName]),
    leaf('UseMipMap', 0),
    leaf('Filename', fileName),
    leaf('RelativeFilename', fileName),
    leaf('Content', bytes),
  ];
}

/** Returns a material's use of an image as the content of an FBX `Texture`. */
export function toFbxTexture({ image, clampsU, clampsV, isOpacity }: FbxTextureLink): FbxNode[] {
  return [
    leaf('Type', 'TextureVideoClip'),
    leaf('Version', 202),
    leaf('TextureName', fbxName(image.fileName, 'Texture')),
    properties(
      ['UVSet', 'text', 'UVMap'],
      ['UseMaterial', 'bool', 1],
      ['WrapModeU', 'enum', clampsU ? 1 : 0],
      ['WrapModeV', 'enum', clampsV ? 1 : 0],
      // The alpha channel; white is opaque.
      ['AlphaSource', 'enum', isOpacity ? 2 : 0],
    ),
    leaf('Media', fbxName(image.fileName, 'Video')),
    leaf('FileName', image.fileName),
    leaf('RelativeFilename', image.fileName),
    leaf('ModelUVTranslation', { double: 0 }, { double: 0 }),
    leaf('ModelUVScaling', { double: 1 }, { double: 1 }),
    leaf('Texture_Alpha_Source', isOpacity ? 'Alpha_Black' : 'None'),
    leaf('Cropping', 0, 0, 0, 0),
  ];
}
