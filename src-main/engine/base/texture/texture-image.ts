/** A decoded texture: 8 bits per channel, rows from the top, straight alpha, no padding. */
export interface TextureImage {
  readonly width: number;
  readonly height: number;
  /** Grey, RGB or RGBA: 1, 3 or 4 bytes per pixel, determined by the length. */
  readonly data: Uint8Array;
}

/** Colour space of the bytes: `srgb` for colours (base colour, emission), `linear` for data (normals, roughness …). */
export type TextureColorSpace = 'srgb' | 'linear';
