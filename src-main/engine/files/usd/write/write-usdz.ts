import type { Document, Material, Texture } from '@gltf-transform/core';
import { isAnimated } from '../../../base/document/is-animated.ts';
import { getSurfaces, listUsedMaterials } from '../../materials/model-surfaces.ts';
import { toSafeFileName } from '../../text/safe-names.ts';
import { nameTextures, toPortableImage } from '../../materials/portable-images.ts';
import { toRig } from '../../animation/to-rig.ts';
import { writeAnimatedUsda } from './write-animated-usda.ts';
import { writeUsda } from './write-usda.ts';
import { writeAlignedZip, type ZipPieces } from '../../zip/write-zip.ts';

/** Options of `writeUsdz`. */
export interface WriteUsdzOptions {
  /** Base name of the layer inside; sanitized. */
  readonly name?: string;
}

/** Alignment required by the USDZ specification, so that files can be memory-mapped. */
const ALIGNMENT = 64;

/**
 * Writes the model as USDZ: a usda layer first, then its textures, all stored and aligned to 64 bytes; metres, +Y up.
 * Images other than PNG and JPEG are converted to PNG. An animated model keeps its skeleton and clips (see
 * `writeAnimatedUsda`). Throws `ModelError`.
 */
export async function writeUsdz(document: Document, options: WriteUsdzOptions = {}): Promise<Uint8Array> {
  const rig = isAnimated(document) ? toRig(document, 'applied') : null;
  const meshes = rig ? rig.bodies.map(({ mesh }) => mesh) : getSurfaces(document);
  const images = new Map<Texture, string>();
  const files = new Map<string, Uint8Array>();
  for (const [texture, name] of nameTextures(listUsedMaterials(meshes).flatMap(listTextures))) {
    const { bytes, extension } = await toPortableImage(texture);
    const path = `textures/${name.replace(/\.\w+$/, '')}.${extension}`;
    images.set(texture, path);
    files.set(path, bytes);
  }
  const layer = `${toSafeFileName(options.name ?? 'model', 'model')}.usda`;
  const content = rig ? writeAnimatedUsda(rig, images) : writeUsda(meshes, images);
  return writeAlignedZip(new Map<string, Uint8Array | ZipPieces>([[layer, content], ...files]), ALIGNMENT);
}

function listTextures(material: Material): Texture[] {
  const maps = [
    material.getBaseColorTexture(),
    material.getMetallicRoughnessTexture(),
    material.getNormalTexture(),
    material.getEmissiveTexture(),
    material.getOcclusionTexture(),
  ];
  return maps.filter((texture) => texture !== null);
}
