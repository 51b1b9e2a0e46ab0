import { Format, type Document } from '@gltf-transform/core';
import { cloneDocument, getTextureColorSpace, unpartition } from '@gltf-transform/functions';
import { declareImageTypes } from './declare-image-types.ts';
import { createIo } from './read-glb.ts';
import { decodeTexture } from '../images/decode-texture.ts';
import { encodeTexture, type TextureFormat } from '../images/encode-texture.ts';
import { toSafeFileName } from '../text/safe-names.ts';
import { toAlphaFormat } from '../materials/alpha-format.ts';
import { nameTextures } from '../materials/portable-images.ts';
import { writeZip } from '../zip/write-zip.ts';

/** Options of `writeGltf`. */
export interface WriteGltfOptions {
  /** Base name of the files inside; sanitized. */
  readonly name?: string;
  /** True to keep vertex colours; otherwise they are left out. */
  readonly vertexColors?: boolean;
  /** Format of all textures. Default: each keeps its own. */
  readonly textureFormat?: TextureFormat;
}

/**
 * Writes the model as a zip of `name.gltf`, `name.bin` and its textures beside them, with skins and animations; metres,
 * +Y up. glTF itself supports PNG, JPEG and, by extension, WebP; other texture formats are written on request. The
 * document is not changed. Throws `ModelError` `unsupported` for a texture that must be re-encoded and cannot be
 * decoded.
 */
export async function writeGltf(document: Document, options: WriteGltfOptions = {}): Promise<Uint8Array> {
  const basename = toSafeFileName(options.name ?? 'model', 'model');
  const copy = cloneDocument(document);
  if (!options.vertexColors) dropVertexColors(copy);
  if (options.textureFormat) await encodeTextures(copy, options.textureFormat);
  declareImageTypes(copy);
  for (const [texture, file] of nameTextures(copy.getRoot().listTextures())) texture.setURI(file);
  if (copy.getRoot().listBuffers().length > 1) await copy.transform(unpartition());
  for (const buffer of copy.getRoot().listBuffers()) buffer.setURI(`${basename}.bin`);

  const { json, resources } = await createIo().writeJSON(copy, { format: Format.GLTF, basename });
  const files = new Map<string, Uint8Array>([[`${basename}.gltf`, Buffer.from(JSON.stringify(json, null, 2))]]);
  for (const [path, bytes] of Object.entries(resources)) files.set(path, bytes);
  return writeZip(files);
}

async function encodeTextures(document: Document, format: TextureFormat): Promise<void> {
  for (const texture of document.getRoot().listTextures()) {
    if (!texture.getImage()) continue;
    const colorSpace = getTextureColorSpace(texture) === 'srgb' ? 'srgb' : 'linear';
    const image = await decodeTexture(texture);
    const { bytes, mime } = await encodeTexture(image, toAlphaFormat(format, texture, image), colorSpace);
    texture.setImage(bytes).setMimeType(mime);
  }
}

function dropVertexColors(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      for (const semantic of primitive.listSemantics()) {
        if (semantic.startsWith('COLOR_')) primitive.setAttribute(semantic, null);
      }
    }
  }
  for (const accessor of document.getRoot().listAccessors()) {
    if (accessor.listParents().every((parent) => parent.propertyType === 'Root')) accessor.dispose();
  }
}
