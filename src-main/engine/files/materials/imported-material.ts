import type { ImageFile } from './image-library.ts';

/** How a picture lies on a surface. */
export interface TextureUse {
  readonly image: ImageFile;
  /** The channel a single value comes from; 0 red to 3 alpha. */
  readonly channel: number;
  readonly clampsU: boolean;
  readonly clampsV: boolean;
  /** Set of uvs. */
  readonly set: number;
  /** How the uvs (origin top left) are moved and stretched; null: not at all. */
  readonly placement: { readonly offset: readonly [number, number]; readonly scale: readonly [number, number] } | null;
}

/** A material as foreign files describe it, in glTF's terms; colours are linear. A map multiplies its factor. */
export interface ImportedMaterial {
  readonly name: string;
  readonly color: readonly [number, number, number];
  readonly alpha: number;
  readonly alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly alphaCutoff: number;
  readonly metallic: number;
  readonly roughness: number;
  /** May be brighter than 1. */
  readonly emission: readonly [number, number, number];
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  readonly maps: {
    readonly color?: TextureUse;
    /** Opacity, when it is not the alpha of the colour map. */
    readonly alpha?: TextureUse;
    readonly metallic?: TextureUse;
    readonly roughness?: TextureUse;
    readonly emission?: TextureUse;
    readonly normal?: TextureUse;
    readonly occlusion?: TextureUse;
  };
}

/** A rough grey surface without pictures. */
export const DEFAULT_MATERIAL: ImportedMaterial = {
  name: '',
  color: [0.8, 0.8, 0.8],
  alpha: 1,
  alphaMode: 'OPAQUE',
  alphaCutoff: 0.5,
  metallic: 0,
  roughness: 0.8,
  emission: [0, 0, 0],
  normalScale: 1,
  occlusionStrength: 1,
  doubleSided: false,
  unlit: false,
  maps: {},
};

/** A picture as it lies on most surfaces: repeated, by the first uvs, not moved. */
export function defaultTextureUse(image: ImageFile, channel = 0): TextureUse {
  return { image, channel, clampsU: false, clampsV: false, set: 0, placement: null };
}
