import { DEFAULT_MATERIAL, type TextureUse, type ImportedMaterial } from '../../materials/imported-material.ts';
import type { FbxGraph, FbxObject, FbxProperties } from './fbx-graph.ts';
import type { FbxImageLoader } from './fbx-image-loader.ts';

/**
 * Property names of material parameters, the end of the name in lower case: Phong's, Maya's Stingray and Arnold, and
 * the physical material of 3ds Max.
 */
const NAMES = {
  color: ['base_color', 'basecolor', 'tex_color_map', 'base_color_map', 'diffusecolor', 'diffuse'],
  normal: ['normalmap', 'normalcamera', 'tex_normal_map', 'bump_map', 'bump'],
  emission: ['emissioncolor', 'tex_emissive_map', 'emit_color_map', 'emissivecolor', 'emissive'],
  roughness: ['specularroughness', 'tex_roughness_map', 'roughness_map', 'roughness', 'shininessexponent', 'shininess'],
  metallic: ['metalness', 'tex_metallic_map', 'metalness_map', 'metallic', 'reflectionfactor'],
  occlusion: ['tex_ao_map', 'ao_map', 'ambientocclusion'],
  alpha: ['transparentcolor', 'transparencyfactor', 'opacity', 'cutout_map'],
} as const;
type Part = keyof typeof NAMES;
const WHITE = [1, 1, 1] as const;

/**
 * Converts a material to glTF: PBR parameters of Maya and 3ds Max if present, else Phong as Blender reads and writes
 * it, whose shininess is (10 · (1 - roughness))² and whose reflection is metalness. Colours are linear, as in Blender.
 */
export async function readFbxMaterial(
  graph: FbxGraph,
  material: FbxObject,
  images: FbxImageLoader,
): Promise<ImportedMaterial> {
  const { properties } = material;
  const maps = await readMaps(graph, material, images);
  const phong = readPhong(graph, properties);
  const color = maps.color
    ? factorBeside(phong.color)
    : (findColor(properties, ['base_color', 'baseColor']) ?? phong.color);
  const emission = findColor(properties, ['emissionColor', 'emit_color']);
  const strength = emission ? (findNumber(properties, ['emission']) ?? 1) : phong.emissionFactor;
  const light = emission ?? phong.emission;
  const isDark = light.every((channel) => channel === 0);
  const glow = maps.emission && isDark ? WHITE : light;
  const alpha = phong.opacity;
  return {
    ...DEFAULT_MATERIAL,
    name: material.name,
    color,
    alpha,
    alphaMode: maps.alpha ? 'BLEND' : alpha < 1 ? 'BLEND' : 'OPAQUE',
    roughness: maps.roughness ? 1 : (findNumber(properties, ['specularRoughness', 'roughness']) ?? phong.roughness),
    metallic: maps.metallic ? 1 : (findNumber(properties, ['metalness', 'metallic']) ?? phong.metallic),
    emission: [glow[0] * strength, glow[1] * strength, glow[2] * strength],
    normalScale: properties.number('BumpFactor') ?? 1,
    maps,
  };
}

async function readMaps(
  graph: FbxGraph,
  material: FbxObject,
  images: FbxImageLoader,
): Promise<ImportedMaterial['maps']> {
  const found = new Map<Part, { readonly use: TextureUse; readonly rank: number }>();
  for (const { object, property } of graph.childrenOf(material)) {
    if (object.kind !== 'Texture' && object.kind !== 'LayeredTexture') continue;
    const end = property.replace(/^.*\|/, '').toLowerCase();
    for (const part of Object.keys(NAMES) as Part[]) {
      const rank = (NAMES[part] as readonly string[]).indexOf(end);
      const known = found.get(part);
      if (rank < 0 || (known && known.rank <= rank)) continue;
      const use = await images.find(object);
      if (use) found.set(part, { use, rank });
    }
  }
  const use = (part: Part, channel: number): TextureUse | undefined => {
    const each = found.get(part)?.use;
    return each && { ...each, channel };
  };
  const color = use('color', 0);
  const alpha = use('alpha', 0);
  const isSame = alpha?.image.bytes === color?.image.bytes;
  const all = {
    color,
    alpha: alpha && { ...alpha, channel: isSame ? 3 : 0 },
    normal: use('normal', 0),
    emission: use('emission', 0),
    roughness: use('roughness', 1),
    metallic: use('metallic', 2),
    occlusion: use('occlusion', 0),
  };
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined));
}

function readPhong(graph: FbxGraph, properties: FbxProperties) {
  const factor = (name: string): number => properties.number(name) ?? 1;
  const diffuse = properties.vector('DiffuseColor') ?? properties.vector('Diffuse') ?? DEFAULT_MATERIAL.color;
  const shininess = properties.number('Shininess') ?? properties.number('ShininessExponent');
  // Only in Blender's files the reflection is metalness.
  const isMetal = /blender|dropforge/i.test(graph.creator);
  const transparent = properties.vector('TransparentColor');
  const clear = transparent ? Math.max(...transparent) * (properties.number('TransparencyFactor') ?? 0) : 0;
  return {
    color: diffuse.map((channel) => channel * factor('DiffuseFactor')) as [number, number, number],
    emission: properties.vector('EmissiveColor') ?? properties.vector('Emissive') ?? ([0, 0, 0] as const),
    emissionFactor: factor('EmissiveFactor'),
    opacity: properties.number('Opacity') ?? 1 - clear,
    roughness:
      shininess === null || shininess < 0 ? DEFAULT_MATERIAL.roughness : 1 - Math.min(1, Math.sqrt(shininess) / 10),
    metallic: isMetal ? (properties.number('ReflectionFactor') ?? 0) : 0,
  };
}

/**
 * Returns the factor of a textured colour. Programs write plain grey or black beside a map that replaces the colour;
 * only a real tint multiplies it.
 */
function factorBeside(color: readonly [number, number, number]): readonly [number, number, number] {
  return color.every((channel) => channel === color[0]) ? WHITE : color;
}

function findEnd(properties: FbxProperties, ends: readonly string[]): string | null {
  for (const end of ends) {
    const name = properties.names.find((each) => each.includes('|') && each.endsWith(`|${end}`));
    if (name !== undefined) return name;
  }
  return null;
}

function findColor(properties: FbxProperties, ends: readonly string[]): readonly [number, number, number] | null {
  const name = findEnd(properties, ends);
  return name === null ? null : properties.vector(name);
}

function findNumber(properties: FbxProperties, ends: readonly string[]): number | null {
  const name = findEnd(properties, ends);
  return name === null ? null : properties.number(name);
}
