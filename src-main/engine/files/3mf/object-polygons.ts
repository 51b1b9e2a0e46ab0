import { LINEAR_OF_BYTE } from '../../base/color/srgb.ts';
import { countUp, type CornerLayer, type PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { ModelPart, ObjectResource } from './parse-model-part.ts';

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

/** Converts an object of a model part to polygons; a face with missing properties gets the plain material. */
export function toObjectPolygons(part: ModelPart, object: ObjectResource): ObjectPolygons {
  const corners = Uint32Array.from(object.triangles);
  const faces = corners.length / 3;
  const points = new Float32Array(object.vertices.length);
  for (let i = 0; i < points.length; i += 3) {
    points[i] = object.vertices[i]! * part.metres;
    points[i + 1] = object.vertices[i + 2]! * part.metres;
    points[i + 2] = -object.vertices[i + 1]! * part.metres;
  }
  const materials = new Map<string, { readonly place: number; readonly material: FaceMaterial }>();
  const faceMaterials = new Uint32Array(faces);
  const uvs = new Float32Array(faces * 6);
  const colors = new Float32Array(faces * 12).fill(1);
  let hasUvs = false;
  let hasColors = false;
  for (let face = 0; face < faces; face++) {
    const own = object.properties[face] ?? null;
    const [pid, ...entries] = own ?? [object.pid ?? '', object.pindex, object.pindex, object.pindex];
    const group = part.groups.get(pid);
    let key = '';
    let material: FaceMaterial = { kind: 'plain' };
    if (group?.kind === 'bases' && group.bases[entries[0]]) {
      const { name, color } = group.bases[entries[0]]!;
      key = `${pid} ${entries[0]}`;
      material = { kind: 'base', name, color: parseColor(color) };
    } else if (group?.kind === 'colors') {
      key = 'colors';
      material = { kind: 'colors' };
      hasColors = true;
      entries.forEach((entry, k) => colors.set(parseColor(group.colors[entry] ?? ''), face * 12 + k * 4));
    } else if (group?.kind === 'uvs') {
      key = `texture ${group.textureId}`;
      material = { kind: 'texture', textureId: group.textureId };
      hasUvs = true;
      entries.forEach((entry, k) => {
        uvs[face * 6 + k * 2] = group.uvs[entry * 2] ?? 0;
        uvs[face * 6 + k * 2 + 1] = 1 - (group.uvs[entry * 2 + 1] ?? 0);
      });
    }
    const known = materials.get(key) ?? { place: materials.size, material };
    materials.set(key, known);
    faceMaterials[face] = known.place;
  }
  const layer = (size: 2 | 4, values: Float32Array): CornerLayer => ({
    size,
    values,
    indices: countUp(corners.length),
  });
  const mesh: PolygonMesh = {
    name: object.name || 'model',
    points,
    faceSizes: new Uint32Array(faces).fill(3),
    corners,
    normals: null,
    uvs: hasUvs ? [layer(2, uvs)] : [],
    colors: hasColors ? layer(4, colors) : null,
    faceMaterials,
    influences: null,
  };
  return { mesh, materials: [...materials.values()].map(({ material }) => material) };
}

/** Parses `#RRGGBB` or `#RRGGBBAA`, sRGB, to linear RGBA; light grey if it is invalid. */
function parseColor(text: string): [number, number, number, number] {
  const digits = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(text.trim());
  if (!digits) return [0.6, 0.6, 0.6, 1];
  const byte = (at: number): number => parseInt(digits[1]!.slice(at, at + 2), 16);
  const [red, green, blue] = [0, 2, 4].map((at) => LINEAR_OF_BYTE[byte(at)]!) as [number, number, number];
  return [red, green, blue, parseInt(digits[2] ?? 'ff', 16) / 255];
}
