import { Color, MeshBasicMaterial, type Material, type Texture } from 'three';
import type { MapName } from './shading-modes.ts';

/** Channels of a colour as a GLSL swizzle. */
export type MapChannels = 'rgb' | 'rrr' | 'ggg' | 'bbb';

/** Source of a material channel: its image, the image channels that count, and the factor it is multiplied by. */
interface Slot {
  readonly picture: string;
  readonly channels: MapChannels;
  readonly factor: (material: Material) => Color;
  /** True for colours; numbers are shown as stored, without lighting or tone mapping. */
  readonly isColour: boolean;
}

const SLOTS: Readonly<Record<MapName, Slot>> = {
  base: { picture: 'map', channels: 'rgb', factor: (own) => colourOf(own, 'color'), isColour: true },
  roughness: { picture: 'roughnessMap', channels: 'ggg', factor: (own) => greyOf(own, 'roughness'), isColour: false },
  metallic: { picture: 'metalnessMap', channels: 'bbb', factor: (own) => greyOf(own, 'metalness'), isColour: false },
  normal: { picture: 'normalMap', channels: 'rgb', factor: flatNormal, isColour: false },
  occlusion: { picture: 'aoMap', channels: 'rrr', factor: () => new Color(1, 1, 1), isColour: false },
  emissive: { picture: 'emissiveMap', channels: 'rgb', factor: emissionOf, isColour: true },
};

/** True if a material has an image for a channel. */
export function hasMapImage(own: Material, map: MapName): boolean {
  return pictureOf(own, map) !== null;
}

/** Returns the image of a material channel, and the image channels that count; null if there is none. */
export function findMapImage(
  own: Material,
  map: MapName,
): { readonly texture: Texture; readonly channels: MapChannels } | null {
  const texture = pictureOf(own, map);
  return texture && { texture, channels: SLOTS[map].channels };
}

/**
 * Creates an unlit material that shows one channel of another: channels of glTF 2.0's metallic-roughness and occlusion
 * images (section 3.9.2), raw if they are numbers. Its texture belongs to the other material.
 */
export function createMapMaterial(own: Material, map: MapName): MeshBasicMaterial {
  const { channels, factor, isColour } = SLOTS[map];
  const material = new MeshBasicMaterial({
    map: pictureOf(own, map),
    color: factor(own),
    side: own.side,
    toneMapped: false,
    vertexColors: map === 'base' && own.vertexColors,
    transparent: map === 'base' && own.transparent,
    opacity: map === 'base' ? own.opacity : 1,
    alphaTest: map === 'base' ? own.alphaTest : 0,
  });
  if (isColour) return material;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <map_fragment>',
      `#ifdef USE_MAP
        diffuseColor.rgb *= texture2D( map, vMapUv ).${channels};
      #endif
      diffuseColor = sRGBTransferEOTF( diffuseColor );`,
    );
  };
  material.customProgramCacheKey = () => `dropforge-${channels}`;
  return material;
}

function pictureOf(own: Material, map: MapName): Texture | null {
  return (own as unknown as Readonly<Record<string, Texture | null | undefined>>)[SLOTS[map].picture] ?? null;
}

/** A material without the property is medium grey. */
function greyOf(own: Material, field: 'roughness' | 'metalness'): Color {
  const value = (own as unknown as Readonly<Record<string, unknown>>)[field];
  return new Color().setScalar(typeof value === 'number' ? value : 0.5);
}

function colourOf(own: Material, field: 'color' | 'emissive'): Color {
  const value = (own as unknown as Readonly<Record<string, unknown>>)[field];
  return value instanceof Color ? value.clone() : new Color(0, 0, 0);
}

function emissionOf(own: Material): Color {
  const { emissiveIntensity = 1 } = own as Material & { readonly emissiveIntensity?: number };
  return colourOf(own, 'emissive').multiplyScalar(emissiveIntensity);
}

/** Without an image, normals point straight out: 0.5, 0.5, 1. */
function flatNormal(own: Material): Color {
  return hasMapImage(own, 'normal') ? new Color(1, 1, 1) : new Color(0.5, 0.5, 1);
}
