import { Group, Light, Mesh, MeshStandardMaterial, type BufferGeometry, type Object3D } from 'three';
import type { Format } from '../../../../src-shared/formats/formats.ts';
import { withoutStlTrailer } from '../../../../src-shared/formats/stl-file.ts';
import { installWorkerImageLoader, flipImages } from '../decode/worker-image-loader.ts';
import { useAlphaOfColors } from './alpha-of-colors.ts';
import type { SplatFormat } from './splat-worker.ts';
import type { ParsedModel } from './pack-model.ts';
import type { SideFiles } from './side-files.ts';
import { toText } from './to-text.ts';
import { flagUtf8Names } from './zip-directory.ts';

/** Formats that are read in a worker; 3MF needs the page's XML parser, splats use a worker of their own. */
export type WorkerFormat = Exclude<Format, '3mf' | SplatFormat>;

/** FBX uses centimetres unless the file specifies a unit. */
const CENTIMETRE = 0.01;
const MILLIMETRE = 0.001;

/**
 * Reads a model of a format in a worker, into metres, y up. Rethrows the reader's errors. STL, which defines no unit or
 * up axis, is read as in 3D printing: millimetres, z up.
 */
export async function readModel(format: WorkerFormat, bytes: ArrayBuffer, sides: SideFiles): Promise<ParsedModel> {
  const pictures = installWorkerImageLoader(sides);
  const parsed = await READERS[format](bytes, sides);
  const missing = await pictures.settle();
  useAlphaOfColors(parsed.object, pictures.addressOf);
  await flipImages(parsed.object);
  takeLightsOut(parsed.object);
  return { ...parsed, missingPictures: parsed.missingPictures + missing };
}

type Reader = (bytes: ArrayBuffer, sides: SideFiles) => Promise<ParsedModel>;

const READERS: Readonly<Record<WorkerFormat, Reader>> = {
  glb: async (bytes, sides) => (await import('./read-gltf.ts')).readGltf(bytes, sides),
  gltf: async (bytes, sides) => (await import('./read-gltf.ts')).readGltf(bytes, sides),
  fbx: async (bytes) => {
    const { FBXLoader } = await import('three/addons/loaders/FBXLoader.js');
    // It warns of roughness and metallic maps, which FBX has in slots that Blender reads and the loader does not.
    const group = new FBXLoader().parse(bytes, '');
    const { unitScaleFactor } = group.userData as { unitScaleFactor?: number };
    // The root keeps the rotation from the loader; clips refer to nodes below it.
    return whole(new Group().add(group), group.animations, CENTIMETRE * (unitScaleFactor ?? 1));
  },
  obj: async (bytes, sides) => {
    const [{ OBJLoader }, { MTLLoader }] = await Promise.all([
      import('three/addons/loaders/OBJLoader.js'),
      import('three/addons/loaders/MTLLoader.js'),
    ]);
    const loader = new OBJLoader();
    const libraries = [...sides].filter(([name]) => name.endsWith('.mtl')).map(([, library]) => toText(library));
    if (libraries.length > 0) {
      const materials = new MTLLoader().parse(libraries.join('\n'), '');
      materials.preload();
      loader.setMaterials(materials);
    }
    return whole(loader.parse(toText(bytes)));
  },
  stl: async (bytes) => {
    const { STLLoader } = await import('three/addons/loaders/STLLoader.js');
    const mesh = plainMesh(new STLLoader().parse(withoutStlTrailer(bytes)));
    mesh.rotation.x = -Math.PI / 2;
    return whole(new Group().add(mesh), [], MILLIMETRE);
  },
  usdz: async (bytes) => {
    const { USDLoader } = await import('three/addons/loaders/USDLoader.js');
    flagUtf8Names(bytes);
    // It returns before its images are loaded; they are awaited with all others.
    const group = new USDLoader().parse(bytes);
    return whole(group, group.animations);
  },
};

function whole(object: Object3D, clips: ParsedModel['clips'] = [], scale = 1): ParsedModel {
  object.scale.multiplyScalar(scale);
  return { object, clips, missingPictures: 0 };
}

function plainMesh(geometry: BufferGeometry): Mesh {
  const vertexColors = geometry.hasAttribute('color');
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color: vertexColors ? 0xffffff : 0xb8b8b8, roughness: 0.7, vertexColors }),
  );
}

/** Removes lights: the model is lit by the user's environment only. */
function takeLightsOut(model: Object3D): void {
  const lights: Object3D[] = [];
  model.traverse((node) => {
    if (node instanceof Light) lights.push(node);
  });
  for (const light of lights) light.removeFromParent();
}
