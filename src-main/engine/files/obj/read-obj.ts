import { Document, type Material } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { LINEAR_OF_BYTE } from '../../base/color/srgb.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { addMaterial } from '../materials/add-material.ts';
import { addPolygonMesh } from '../polygons/add-polygon-mesh.ts';
import { folderOf, type FileSource } from '../zip/zip-archive.ts';
import { createImageLibrary } from '../materials/image-library.ts';
import { decodeText } from '../import/import-limits.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { DEFAULT_MATERIAL, type ImportedMaterial } from '../materials/imported-material.ts';
import { parseMtl } from './parse-mtl.ts';
import { parseObj, type ObjFile, type ObjObject } from './parse-obj.ts';
import { countUp, type CornerLayer, type PolygonMesh } from '../polygons/polygon-mesh.ts';

/**
 * Reads a Wavefront OBJ with its MTL and images from `files`: one node per object, or per group if there are no
 * objects. OBJ has no unit: metres and +Y up are assumed, as in most programs. Vertex colours are sRGB.
 */
export async function readObj(bytes: Uint8Array, files: FileSource, folder: string): Promise<ImportedModel> {
  const obj = parseObj(decodeText(bytes));
  const document = new Document();
  const notes: Note[] = [];
  const materials = await addMaterials(document, obj, files, folder, notes);
  const scene = document.createScene();
  const toPolygons = createPolygonMaker(obj);
  for (const object of obj.objects) {
    const mesh = addPolygonMesh(document, toPolygons(object), materials);
    if (mesh) scene.addChild(document.createNode(object.name).setMesh(mesh));
  }
  if (scene.listChildren().length === 0) {
    throw new ModelError('unsupported', engineMessage('model-file.obj-no-faces'));
  }
  return { document, notes };
}

async function addMaterials(
  document: Document,
  { materials, libraries }: ObjFile,
  files: FileSource,
  folder: string,
  notes: Note[],
): Promise<Material[]> {
  const definitions = new Map<string, ImportedMaterial>();
  for (const library of libraries) {
    const bytes = await files.read(library, folder);
    if (!bytes) {
      notes.push(engineMessage('import.material-file-missing', { name: library.slice(0, 80) }));
      continue;
    }
    const path = files.paths.find((each) => each.endsWith(library)) ?? library;
    for (const [name, material] of await parseMtl(decodeText(bytes), files, folderOf(path), notes))
      definitions.set(name, material);
  }
  const images = createImageLibrary(document, notes);
  const added: Material[] = [];
  for (const name of materials) {
    added.push(
      await addMaterial(document, definitions.get(name) ?? { ...DEFAULT_MATERIAL, name: name || 'default' }, images),
    );
  }
  return added;
}

/** A list of one value for each point, UV or normal of the file. */
interface Column {
  readonly size: 2 | 3 | 4;
  readonly values: Float32Array;
}

/** Creates a function that converts objects to polygons; each copies only the points of the file that it uses. */
function createPolygonMaker(obj: ObjFile): (object: ObjObject) => PolygonMesh {
  const positions = Float32Array.from(obj.positions);
  const uvs: Column = { size: 2, values: Float32Array.from(obj.uvs, (value, i) => (i % 2 === 0 ? value : 1 - value)) };
  const normals: Column = { size: 3, values: Float32Array.from(obj.normals) };
  const colors: Column | null = obj.colors.length > 0 ? { size: 4, values: toLinearColors(obj) } : null;
  const places = new Int32Array(positions.length / 3).fill(-1);
  return ({ name, faceSizes, corners: named, faceMaterials }) => {
    const corners = new Uint32Array(named.length / 3);
    const used: number[] = [];
    for (let corner = 0; corner < corners.length; corner++) {
      const point = named[corner * 3]!;
      if (places[point] === -1) places[point] = used.push(point) - 1;
      corners[corner] = places[point]!;
    }
    const points = new Float32Array(used.length * 3);
    used.forEach((point, place) => {
      for (let k = 0; k < 3; k++) points[place * 3 + k] = positions[point * 3 + k]!;
      places[point] = -1;
    });
    const uvLayer = toLayer(named, 1, uvs);
    return {
      name,
      points,
      faceSizes: Uint32Array.from(faceSizes),
      corners,
      normals: toLayer(named, 2, normals),
      uvs: uvLayer ? [uvLayer] : [],
      colors: colors && toLayer(named, 0, colors),
      faceMaterials: Uint32Array.from(faceMaterials),
      influences: null,
    };
  };
}

/** Builds a layer of one value per corner; null if no corner has one. Missing values are zero. */
function toLayer(named: readonly number[], part: number, { size, values: all }: Column): CornerLayer | null {
  const count = named.length / 3;
  const values = new Float32Array(count * size);
  let isTold = false;
  for (let corner = 0; corner < count; corner++) {
    const index = named[corner * 3 + part]!;
    if (index < 0) continue;
    isTold = true;
    for (let k = 0; k < size; k++) values[corner * size + k] = all[index * size + k]!;
  }
  return isTold ? { size, values, indices: countUp(count) } : null;
}

/** Converts vertex colours from sRGB to linear RGBA; white where they are missing. */
function toLinearColors({ positions, colors }: ObjFile): Float32Array {
  const linear = new Float32Array((positions.length / 3) * 4).fill(1);
  for (let i = 0; i < colors.length; i++) {
    const byte = Math.round(255 * Math.min(1, Math.max(0, colors[i]!)));
    linear[Math.floor(i / 3) * 4 + (i % 3)] = LINEAR_OF_BYTE[byte] ?? 1;
  }
  return linear;
}
