import { Document, type mat4, type Material, type Mesh, type Node } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { addMaterial } from '../materials/add-material.ts';
import { addPolygonMesh } from '../polygons/add-polygon-mesh.ts';
import type { FileSource } from '../zip/zip-archive.ts';
import { createImageLibrary } from '../materials/image-library.ts';
import { chargePartBytes, checkDepth, checkObjects, damagedModel } from '../import/import-limits.ts';
import { createMemoryMeter } from '../import/memory-meter.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { DEFAULT_MATERIAL, defaultTextureUse, type ImportedMaterial } from '../materials/imported-material.ts';
import { determinantMat4, multiplyMat4, placeNode, transformPoints, Z_UP_TO_Y_UP } from '../../base/maths/matrix.ts';
import { flipFaces } from '../polygons/flip-faces.ts';
import { toObjectPolygons, type FaceMaterial } from './object-polygons.ts';
import {
  OBJECT_BYTES,
  parseModelPart,
  type ModelPart,
  type MeshObject,
  type PartReference,
} from './parse-model-part.ts';
import { forEachElementOf } from './xml-elements.ts';

const Y_UP_TO_Z_UP: Readonly<mat4> = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];
/** Object types that are print supports, not the model. */
const NOT_SHOWN: readonly string[] = ['support', 'solidsupport', 'other'];

/**
 * Reads a 3MF package: build items as nodes with their components below, in metres and +Y up; base colours, colours per
 * corner and textures. Items keep their arrangement. Throws `ModelError`.
 */
export async function readThreeMf(files: FileSource): Promise<ImportedModel> {
  const document = new Document();
  const notes: Note[] = [];
  const reader = createPartReader(document, files, notes);
  const rootPath = await findRootPath(files);
  const { items } = await reader.readPart(rootPath);
  let count = 0;
  for (const item of items) count += await reader.countNodes(item, rootPath);
  checkObjects(count);
  const scene = document.createScene();
  for (const item of items) {
    const node = await reader.addNode(item, rootPath);
    if (node) scene.addChild(node);
  }
  if (!document.getRoot().listMeshes().length) {
    throw new ModelError('unsupported', engineMessage('model-file.3mf-nothing-to-print'));
  }
  return { document, notes };
}

/** Returns the path of the root model part from the package's relationships (Open Packaging Conventions). */
async function findRootPath(files: FileSource): Promise<string> {
  const relationships = files.open('_rels/.rels');
  let found: string | null = null;
  if (relationships) {
    await forEachElementOf(relationships, {
      open: (_, attributes) => {
        if (attributes.get('Type')?.endsWith('/3dmodel')) found ??= attributes.get('Target') ?? null;
      },
      close: () => undefined,
    });
  }
  const path = found ?? files.paths.find((each) => each.endsWith('.model'));
  if (path === undefined) throw damagedModel('model-damage.3mf-no-model');
  return path;
}

/** Creates a reader of an object's meshes, or of the objects it is composed of. */
function createPartReader(document: Document, files: FileSource, notes: Note[]) {
  const parts = new Map<string, Promise<ModelPart>>();
  const memory = createMemoryMeter();
  memory.charge(files.archiveBytes);
  const meshes = new Map<MeshObject, Mesh | null>();
  const materials = new Map<string, Material>();
  const images = createImageLibrary(document, notes);
  const counts = new Map<MeshObject, number>();

  const readPart = async (path: string): Promise<ModelPart> => {
    const known = parts.get(path);
    if (known) return known;
    const file = files.open(path);
    if (!file) throw damagedModel('model-damage.3mf-missing-part');
    const read = parseModelPart(file, memory);
    parts.set(path, read);
    return read;
  };

  const toImportedMaterial = async (part: ModelPart, faceMaterial: FaceMaterial): Promise<ImportedMaterial> => {
    if (faceMaterial.kind === 'base') {
      const [red = 0, green = 0, blue = 0, alpha = 1] = faceMaterial.color;
      return {
        ...DEFAULT_MATERIAL,
        name: faceMaterial.name,
        color: [red, green, blue],
        alpha,
        alphaMode: alpha < 1 ? 'BLEND' : 'OPAQUE',
      };
    }
    if (faceMaterial.kind === 'colors') return { ...DEFAULT_MATERIAL, name: 'colors', color: [1, 1, 1] };
    const texture = faceMaterial.kind === 'texture' ? part.textures.get(faceMaterial.textureId) : undefined;
    const bytes = texture && (await files.read(texture.path));
    if (!texture || !bytes) return { ...DEFAULT_MATERIAL, name: 'default' };
    const name = texture.path.replace(/^.*\//, '');
    const use = { ...defaultTextureUse({ name, bytes }), wrapU: texture.wrapU, wrapV: texture.wrapV };
    return { ...DEFAULT_MATERIAL, name, color: [1, 1, 1], maps: { color: use } };
  };
  const toMaterial = async (path: string, part: ModelPart, faceMaterial: FaceMaterial): Promise<Material> => {
    const key = `${path} ${JSON.stringify(faceMaterial)}`;
    const known = materials.get(key);
    if (known) return known;
    const added = await addMaterial(document, await toImportedMaterial(part, faceMaterial), images);
    materials.set(key, added);
    return added;
  };
  /** Adds a mesh in place or, if its transform cannot be a node's, with the transform baked in. */
  const addMesh = async (path: string, part: ModelPart, object: MeshObject, moved: mat4 | null) => {
    chargePartBytes(document, OBJECT_BYTES);
    // Other references to the object use its points and corners, too.
    const own = moved ? { ...object, points: object.points.slice(), corners: object.corners.slice() } : object;
    const { mesh, materials: faceMaterials } = toObjectPolygons(part, own);
    if (moved) transformPoints(mesh.points, moved);
    const list: Material[] = [];
    for (const faceMaterial of faceMaterials) list.push(await toMaterial(path, part, faceMaterial));
    return addPolygonMesh(document, moved && determinantMat4(moved) < 0 ? flipFaces(mesh) : mesh, list);
  };

  const findObject = async ({ objectId, path: partPath }: PartReference, from: string) => {
    const path = partPath ?? from;
    const part = await readPart(path);
    const object = part.objects.get(objectId);
    if (!object) throw damagedModel('model-damage.missing-object');
    return { path, part, object };
  };

  /** Counts the nodes that a reference expands to, before any is created: a few lines can expand to billions. */
  const countNodes = async (
    reference: PartReference,
    from: string,
    above: readonly MeshObject[] = [],
  ): Promise<number> => {
    checkDepth(above.length);
    const { path, object } = await findObject(reference, from);
    if (above.includes(object)) throw damagedModel('model-damage.object-contains-itself');
    const known = counts.get(object);
    if (known !== undefined) return known;
    let count = 1;
    for (const component of object.components) count += await countNodes(component, path, [...above, object]);
    counts.set(object, count);
    return count;
  };

  const addNode = async (reference: PartReference, from: string): Promise<Node | null> => {
    const { path, part, object } = await findObject(reference, from);
    if (NOT_SHOWN.includes(object.type)) return null;

    const turned = multiplyMat4(Z_UP_TO_Y_UP, multiplyMat4(reference.matrix, Y_UP_TO_Z_UP));
    // The unit is that of the model that has the transform (core specification, 3.4).
    const { metres } = await readPart(from);
    for (const k of [12, 13, 14] as const) turned[k] *= metres;
    const node = document.createNode(object.name || 'model');
    const fits = placeNode(node, turned);
    if (object.corners.length > 0) {
      if (fits && !meshes.has(object)) meshes.set(object, await addMesh(path, part, object, null));
      if (!fits) node.setMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      node.setMesh(fits ? meshes.get(object)! : await addMesh(path, part, object, turned));
    } else if (!fits) {
      notes.push(engineMessage('import.shear'));
    }
    for (const component of object.components) {
      const child = await addNode(component, path);
      if (child) node.addChild(child);
    }
    return node;
  };
  return { readPart, countNodes, addNode };
}
