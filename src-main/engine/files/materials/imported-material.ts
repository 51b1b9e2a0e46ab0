import type { ImageFile } from './image-library.ts';

/** Continuation of an image beyond its edges. */
export type WrapMode = 'repeat' | 'clamp' | 'mirror';

/** Use of an image by a material. */
export interface TextureUse {
  readonly image: ImageFile;
  /** The channel of a single value; 0 red to 3 alpha. */
  readonly channel: number;
  readonly wrapU: WrapMode;
  readonly wrapV: WrapMode;
  /** Index of the UV set. */
  readonly set: number;
  /** Offset and scale of the UVs (origin top left); null: none. */
  readonly placement: { readonly offset: readonly [number, number]; readonly scale: readonly [number, number] } | null;
}

/** An imported material in glTF's terms; colours are linear. A map multiplies its factor. */
export interface ImportedMaterial {
  readonly name: string;
  readonly color: readonly [number, number, number];
  readonly alpha: number;
  readonly alphaMode: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly alphaCutoff: number;
  readonly metallic: number;
  readonly roughness: number;
  /** May be greater than 1. */
  readonly emission: readonly [number, number, number];
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  readonly maps: {
    readonly color?: TextureUse;
    /** Opacity, if it is not the alpha of the colour map. */
    readonly alpha?: TextureUse;
    readonly metallic?: TextureUse;
    readonly roughness?: TextureUse;
    readonly emission?: TextureUse;
    readonly normal?: TextureUse;
    readonly occlusion?: TextureUse;
  };
}

/** A rough grey surface without images. */
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

/** Returns the default use of an image: repeated, first UV set, no offset. */
export function defaultTextureUse(image: ImageFile, channel = 0): TextureUse {
  return { image, channel, wrapU: 'repeat', wrapV: 'repeat', set: 0, placement: null };
}
