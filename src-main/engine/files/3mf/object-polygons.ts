import { LINEAR_OF_BYTE } from '../../base/color/srgb.ts';
import { countUp, type PolygonMesh } from '../polygons/polygon-mesh.ts';
import { createUvTable } from './uv-table.ts';
import type { MeshObject, ModelPart } from './parse-model-part.ts';

/** Stands for the entry of a material that has none. */
const NO_ENTRY = -1;

/** Material of a face: a plain colour, colours per corner, or a texture. */
export type FaceMaterial =
  | { readonly kind: 'plain' }
  | { readonly kind: 'base'; readonly name: string; readonly color: readonly number[] }
  | { readonly kind: 'colors' }
  | { readonly kind: 'texture'; readonly textureId: string };

/** An object's polygons in metres, +Y up, and the materials that its faces reference by index. */
export interface ObjectPolygons {
  readonly mesh: PolygonMesh;
  readonly materials: readonly FaceMaterial[];
}

/**
 * Converts an object of a model part to polygons; a face with missing properties gets the plain material. Points and
 * corners are the object's own.
 */
export function toObjectPolygons(part: ModelPart, object: MeshObject): ObjectPolygons {
  const { corners, points } = object;
  const faces = corners.length / 3;
  const materials = createMaterialList();
  const faceMaterials = new Uint32Array(faces);
  const uvs = createUvTable(corners.length);
  let colors: Float32Array | null = null;
  for (let face = 0; face < faces; face++) {
    const own = object.properties.groupOf(face);
    const pid = own ?? object.pid ?? '';
    const entryOf = (k: number): number => (own === null ? object.pindex : object.properties.entryOf(face, k));
    const group = part.groups.get(pid);
    const base = group?.kind === 'bases' ? group.bases[entryOf(0)] : undefined;
    if (base) {
      faceMaterials[face] = materials.place(pid, entryOf(0), () => ({
        kind: 'base',
        name: base.name,
        color: parseColor(base.color),
      }));
    } else if (group?.kind === 'colors') {
      faceMaterials[face] = materials.place('colors', NO_ENTRY, () => ({ kind: 'colors' }));
      colors ??= new Float32Array(faces * 12).fill(1);
      for (let k = 0; k < 3; k++) colors.set(parseColor(group.colors[entryOf(k)] ?? ''), face * 12 + k * 4);
    } else if (group?.kind === 'uvs') {
      const { textureId } = group;
      faceMaterials[face] = materials.place(`texture ${textureId}`, NO_ENTRY, () => ({ kind: 'texture', textureId }));
      for (let k = 0; k < 3; k++) uvs.set(face * 3 + k, group, entryOf(k));
    } else faceMaterials[face] = materials.place('', NO_ENTRY, () => ({ kind: 'plain' }));
  }
  const uvLayer = uvs.finish();
  const mesh: PolygonMesh = {
    name: object.name || 'model',
    points,
    faceSizes: new Uint32Array(faces).fill(3),
    corners,
    normals: null,
    uvs: uvLayer ? [uvLayer] : [],
    colors: colors && { size: 4, values: colors, indices: countUp(corners.length) },
    faceMaterials,
    influences: null,
  };
  return { mesh, materials: materials.list };
}

/** The materials of an object, in the order of their first use; each is made once. */
function createMaterialList() {
  const places = new Map<string, Map<number, number>>();
  const list: FaceMaterial[] = [];
  return {
    list,
    place(key: string, entry: number, make: () => FaceMaterial): number {
      let entries = places.get(key);
      if (!entries) {
        entries = new Map<number, number>();
        places.set(key, entries);
      }
      let place = entries.get(entry);
      if (place === undefined) {
        place = list.push(make()) - 1;
        entries.set(entry, place);
      }
      return place;
    },
  };
}

/** Parses `#RRGGBB` or `#RRGGBBAA`, sRGB, to linear RGBA; light grey if it is invalid. */
function parseColor(text: string): [number, number, number, number] {
  const digits = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(text.trim());
  if (!digits) return [0.6, 0.6, 0.6, 1];
  const byte = (at: number): number => parseInt(digits[1]!.slice(at, at + 2), 16);
  const [red, green, blue] = [0, 2, 4].map((at) => LINEAR_OF_BYTE[byte(at)]!) as [number, number, number];
  return [red, green, blue, parseInt(digits[2] ?? 'ff', 16) / 255];
}
