import { Texture, type Group } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader, type GLTFLoaderPlugin, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

/** The part of a glTF image this loader reads. */
interface ImageDefinition {
  readonly bufferView?: number;
  readonly mimeType?: string;
}

/**
 * Parses a GLB, meshopt included, into a scene in metres, y up. Throws when it is damaged. Only what lies inside the
 * file is read: a picture elsewhere is refused, and no address is made for those inside, so that the page's policy
 * needs no `blob:` connections.
 */
export async function loadModel(bytes: ArrayBuffer): Promise<Group> {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).register(readPicturesFromBuffers);
  const { scene } = await loader.parseAsync(bytes, '');
  return scene;
}

function readPicturesFromBuffers(parser: GLTFParser): GLTFLoaderPlugin {
  parser.loadImageSource = async (index) => {
    const { bufferView, mimeType } = (parser.json as { images: ImageDefinition[] }).images[index] ?? {};
    if (bufferView === undefined) throw new Error('A picture lies outside the file.');
    const view = (await parser.getDependency('bufferView', bufferView)) as ArrayBuffer;
    const bitmap = await createImageBitmap(new Blob([view], mimeType === undefined ? {} : { type: mimeType }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
    const texture = new Texture(bitmap);
    texture.needsUpdate = true;
    return texture;
  };
  return { name: 'DROPFORGE_pictures_in_buffers' };
}
