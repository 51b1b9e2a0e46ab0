import { Texture } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader, type GLTFLoaderPlugin, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { isKtx2 } from '../../../../src-shared/formats/ktx2-header.ts';
import { createDracoDecoder } from '../decode/draco-decoder.ts';
import { decodeImage, decodeDataUrl } from '../decode/worker-image-loader.ts';
import { createKtx2Decoder, type Ktx2Decoder } from '../decode/ktx2-decoder.ts';
import { checkGltfCounts } from './check-gltf-counts.ts';
import type { ParsedModel } from './pack-model.ts';
import { sideName, type SideFiles } from './side-files.ts';
import { replaceSpecularGlossiness, SPECULAR_GLOSSINESS } from './specular-glossiness.ts';

/** The parts of a glTF JSON that this reader uses itself. */
interface Description {
  readonly images?: readonly { readonly bufferView?: number; readonly mimeType?: string; readonly uri?: string }[];
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly materials?: Parameters<typeof replaceSpecularGlossiness>[0];
}

/**
 * Reads glTF 2.0, binary or with companion files, including meshopt, Draco and KTX2, into a scene in metres, y up.
 * Throws if it is damaged, too large to show or its geometry is missing; missing or unreadable images are counted. Nothing is fetched.
 */
export async function readGltf(bytes: ArrayBuffer, sides: SideFiles): Promise<ParsedModel> {
  checkGltfCounts(bytes);
  let missingPictures = 0;
  const draco = createDracoDecoder();
  const ktx2 = createKtx2Decoder();
  const loader = new GLTFLoader()
    .setMeshoptDecoder(MeshoptDecoder)
    .setDRACOLoader(draco)
    // Never called, but three rejects a file that requires KTX2 without a loader, and its own loader creates its worker
    // from text.
    .setKTX2Loader({} as KTX2Loader)
    .register(readSpecularGlossiness)
    .register((parser) => readFromMemory(parser, sides, ktx2, () => missingPictures++));
  try {
    const { scene, animations } = await loader.parseAsync(bytes, '');
    return { object: scene, clips: animations, missingPictures };
  } finally {
    draco.dispose();
    ktx2.close();
  }
}

function readSpecularGlossiness(parser: GLTFParser): GLTFLoaderPlugin {
  const { materials } = parser.json as Description;
  if (Array.isArray(materials)) replaceSpecularGlossiness(materials);
  return { name: SPECULAR_GLOSSINESS };
}

function readFromMemory(
  parser: GLTFParser,
  sides: SideFiles,
  ktx2: Ktx2Decoder,
  onMissing: () => void,
): GLTFLoaderPlugin {
  const description = parser.json as Description;
  const findBytes = async (uri: string | undefined): Promise<ArrayBuffer | null> => {
    if (uri === undefined) return null;
    if (!uri.startsWith('data:')) return sides.get(sideName(uri)) ?? null;
    return (await decodeDataUrl(uri)?.arrayBuffer()) ?? null;
  };
  parser.loadImageSource = async (index) => {
    const { bufferView, mimeType, uri } = description.images?.[index] ?? {};
    try {
      const view =
        bufferView === undefined
          ? await findBytes(uri)
          : ((await parser.getDependency('bufferView', bufferView)) as ArrayBuffer);
      const blob = view && new Blob([view], mimeType === undefined ? {} : { type: mimeType });
      const texture = new Texture(
        view && isKtx2(new Uint8Array(view)) ? await ktx2.decode(view) : await decodeImage(blob),
      );
      texture.needsUpdate = true;
      return texture;
    } catch (error) {
      onMissing();
      throw error;
    }
  };
  const loadBuffer = parser.loadBuffer.bind(parser);
  parser.loadBuffer = async (index) => {
    const uri = description.buffers?.[index]?.uri;
    if (uri === undefined) return loadBuffer(index);
    const bytes = await findBytes(uri);
    if (!bytes) throw new Error(`Its geometry is not there: ${uri.slice(0, 80)}`);
    return bytes;
  };
  return { name: 'DROPFORGE_from_memory' };
}
