/** An image file to embed; materials with the same image share the object. */
export interface FbxImage {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** The link of a material property to an image. */
export interface FbxTextureLink {
  readonly slot: FbxTextureSlot;
  readonly image: FbxImage;
  readonly clampsU: boolean;
  readonly clampsV: boolean;
  /** True if the alpha of the image is the opacity. */
  readonly isOpacity: boolean;
}

/** The properties of an FBX material that can have a texture. */
export type FbxTextureSlot = 'DiffuseColor' | 'NormalMap' | 'EmissiveColor' | 'ShininessExponent' | 'ReflectionFactor';
