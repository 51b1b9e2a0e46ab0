import type { Document } from '@gltf-transform/core';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { declareImageTypes } from './declare-image-types.ts';

/** Value of `asset.generator` in every GLB that Dropforge writes. */
export const GENERATOR = 'Dropforge';

/** Geometry compression: `''` for none, `'geometry'` for Draco. */
export type Compression = '' | 'geometry';

/**
 * Writes a document as GLB. `geometry` adds KHR_draco_mesh_compression (edgebreaker, 14-bit positions): of glTF's two
 * compressions, Draco is the one Blender supports. Sets the document's generator and the extensions for its
 * types of images, and keeps the Draco extension if it was requested. 20 000 triangles: about 15 ms plain, 50 to 100 ms with Draco.
 */
export async function toGlb(document: Document, compress: Compression = ''): Promise<Uint8Array> {
  document.getRoot().getAsset().generator = GENERATOR;
  declareImageTypes(document);
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  if (compress === 'geometry') {
    const { default: draco } = await import('draco3dgltf');
    io.registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ method: KHRDracoMeshCompression.EncoderMethod.EDGEBREAKER });
  }
  return io.writeBinary(document);
}
