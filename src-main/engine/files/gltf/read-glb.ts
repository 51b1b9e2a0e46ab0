import { Logger, NodeIO, type Document } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshGPUInstancing, KHRMaterialsPBRSpecularGlossiness } from '@gltf-transform/extensions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { checkDecodedModel } from './check/check-decoded-model.ts';
import { checkGltfGraph } from './check/check-gltf-graph.ts';
import { checkGltfImages } from './check/check-gltf-images.ts';
import { checkGltfParts } from './check/check-gltf-parts.ts';
import { checkGltfSizes } from './check/check-gltf-sizes.ts';
import { gltfSchema, type GltfDescription } from './check/gltf-schema.ts';
import { readGlbContainer } from './check/read-glb-container.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { imageMime } from '../materials/image-mime.ts';
import { checkMemory, measureModel, type ModelWork } from '../import/memory-budget.ts';
import { unpackKtx2Textures } from './unpack-ktx2-textures.ts';

const COMPRESSIONS = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression'];

/**
 * Reads a GLB into a document with decoded geometry, in bounds and finite; instances become nodes, KTX2 textures are
 * converted, images have the type of their bytes, and materials of specular and glossiness too, with a note.
 *
 * Everything that can be checked is checked before any parser or decoder processes the bytes: an untrusted file costs
 * limited time and memory, and nothing outside of it is opened. A model that is too large for `work` is refused before it
 * is decoded. `heldBytes` are in memory beside the GLB while it is read. Throws `ModelError`.
 */
export async function readGlb(
  glb: Uint8Array,
  work: ModelWork = 'read',
  heldBytes = 0,
  notes: Note[] = [],
): Promise<Document> {
  const { json, binary } = readGlbContainer(glb);
  const gltf = parseDescription(json);
  checkGltfParts(gltf);
  checkGltfGraph(gltf);
  const geometry = checkGltfSizes(gltf, binary.byteLength);
  const size = { ...geometry, texels: checkGltfImages(gltf, binary) };
  const readBytes = size.storedBytes + glb.byteLength + heldBytes;
  checkMemory('read', { ...size, storedBytes: readBytes });
  checkMemory(work, size);

  const io = createIo();
  await registerDecoders(io, gltf.extensionsUsed);
  let document: Document;
  try {
    document = await io.readBinary(glb);
  } catch (cause) {
    throw new ModelError('not_a_model', engineMessage('gltf.undecodable'), cause);
  }
  checkDecodedModel(document);
  await unpackKtx2Textures(document, readBytes);
  for (const texture of document.getRoot().listTextures()) texture.setMimeType(imageMime(texture));
  if (gltf.extensionsUsed.includes(KHRMaterialsPBRSpecularGlossiness.EXTENSION_NAME)) {
    const { convertSpecularGlossiness } = await import('./convert-specular-glossiness.ts');
    await convertSpecularGlossiness(document, notes);
  }

  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (COMPRESSIONS.includes(extension.extensionName)) extension.dispose();
  }
  if (gltf.extensionsUsed.includes(EXTMeshGPUInstancing.EXTENSION_NAME)) {
    const { uninstance } = await import('@gltf-transform/functions');
    await document.transform(uninstance());
    checkMemory(work, measureModel(document));
  }
  return document;
}

/** Writes a document as GLB; multiple buffers of a document are merged in place. */
export async function writeGlb(document: Document): Promise<Uint8Array> {
  if (document.getRoot().listBuffers().length > 1) {
    const { unpartition } = await import('@gltf-transform/functions');
    await document.transform(unpartition());
  }
  return createIo().writeBinary(document);
}

/** Creates a glTF reader and writer that supports every extension and does not log. */
export function createIo(): NodeIO {
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).setLogger(new Logger(Logger.Verbosity.SILENT));
}

function parseDescription(json: unknown): GltfDescription {
  const parsed = gltfSchema.safeParse(json);
  if (!parsed.success) {
    throw new ModelError('not_a_model', engineMessage('gltf.invalid'), parsed.error);
  }
  const gltf = parsed.data;
  if (!gltf.asset.version.startsWith('2.')) {
    throw new ModelError('unsupported', engineMessage('gltf.version', { version: gltf.asset.version.slice(0, 16) }));
  }
  const known = new Set<string>(ALL_EXTENSIONS.map((extension) => extension.EXTENSION_NAME));
  const unknown = gltf.extensionsRequired.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new ModelError('unsupported', engineMessage('gltf.extension', { extension: unknown.slice(0, 64) }));
  }
  return gltf;
}

/**
 * Registers the decoders a file needs; they are a few hundred kilobytes of WebAssembly each and are loaded on demand.
 */
async function registerDecoders(io: NodeIO, extensions: readonly string[]): Promise<void> {
  if (extensions.includes('KHR_draco_mesh_compression')) {
    const { default: draco3d } = await import('draco3dgltf');
    io.registerDependencies({ 'draco3d.decoder': await draco3d.createDecoderModule() });
  }
  if (extensions.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
}
