import { Document, type Material } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { addMaterial } from '../materials/add-material.ts';
import { addPolygonMesh } from '../polygons/add-polygon-mesh.ts';
import { folderOf } from '../zip/archive-path.ts';
import type { FileSource } from '../zip/zip-archive.ts';
import { createImageLibrary } from '../materials/image-library.ts';
import { measureText } from '../import/import-limits.ts';
import { createMemoryMeter, type MemoryMeter } from '../import/memory-meter.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { DEFAULT_MATERIAL, type ImportedMaterial } from '../materials/imported-material.ts';
import { parseMtl } from './parse-mtl.ts';
import type { ModelFile } from '../zip/model-file.ts';
import { toObjectPolygons } from './object-polygons.ts';
import { parseObj, type ObjFile } from './parse-obj.ts';

const WHITE = [1, 1, 1] as const;

/**
 * Reads a Wavefront OBJ with its MTL and images from `files`: one node per object, or per group if there are no
 * objects. OBJ has no unit: metres and +Y up are assumed, as in most programs. Vertex colours are sRGB.
 */
export async function readObj(file: ModelFile, files: FileSource, folder: string): Promise<ImportedModel> {
  const memory = createMemoryMeter();
  memory.charge(files.archiveBytes);
  const obj = await parseObj(file.pieces(), memory);
  const document = new Document();
  const notes: Note[] = [];
  const materials = await addMaterials(document, obj, files, folder, notes, memory);
  const scene = document.createScene();
  for (const polygons of toObjectPolygons(obj)) {
    const mesh = addPolygonMesh(document, polygons, materials);
    if (mesh) scene.addChild(document.createNode(polygons.name).setMesh(mesh));
  }
  if (scene.listChildren().length === 0) {
    throw new ModelError('unsupported', engineMessage('model-file.obj-no-faces'));
  }
  return { document, notes };
}

async function addMaterials(
  document: Document,
  { materials, libraries, colors }: ObjFile,
  files: FileSource,
  folder: string,
  notes: Note[],
  memory: MemoryMeter,
): Promise<Material[]> {
  const definitions = new Map<string, ImportedMaterial>();
  for (const library of libraries) {
    const path = files.find(library, folder);
    const bytes = path === null ? null : await files.read(path);
    if (path === null || !bytes) {
      notes.push(engineMessage('import.material-file-missing', { name: library.slice(0, 80) }));
      continue;
    }
    memory.charge(bytes.length + measureText(bytes));
    for (const [name, material] of await parseMtl(bytes, files, folderOf(path), notes, memory))
      definitions.set(name, material);
  }
  const images = createImageLibrary(document, notes);
  const added: Material[] = [];
  // glTF multiplies vertex colours by the material's.
  const color = colors.length > 0 ? WHITE : DEFAULT_MATERIAL.color;
  for (const name of materials) {
    const plain = { ...DEFAULT_MATERIAL, name: name || 'default', color };
    added.push(await addMaterial(document, definitions.get(name) ?? plain, images));
  }
  return added;
}
