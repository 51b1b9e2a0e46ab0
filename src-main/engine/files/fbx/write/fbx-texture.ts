import type { FbxTextureSlot } from './fbx-texture-sources.ts';

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
