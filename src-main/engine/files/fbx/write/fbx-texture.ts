/** An image file to embed; materials that show the same one share the object. */
export interface FbxImage {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** That a property of a material comes from an image. */
export interface FbxTextureLink {
  readonly slot: FbxTextureSlot;
  readonly image: FbxImage;
  readonly clampsU: boolean;
  readonly clampsV: boolean;
}

/** The properties of an FBX material that get a texture. */
export type FbxTextureSlot = 'DiffuseColor' | 'NormalMap' | 'EmissiveColor' | 'ShininessExponent' | 'ReflectionFactor';
