import { checkCorners, checkObjects, damagedModel } from '../import/import-limits.ts';
import { forEachStatement } from './obj-lines.ts';

/** One object of a Wavefront OBJ. */
export interface ObjObject {
  readonly name: string;
  readonly faceSizes: number[];
  /** Position, UV and normal index of each corner, from 0; −1: none. */
  readonly corners: number[];
  /** Index into the list of materials for each face. */
  readonly faceMaterials: number[];
}

/** A parsed Wavefront OBJ: lists that objects share. */
export interface ObjFile {
  readonly positions: number[];
  /** Red, green and blue, 0 to 1, of each position; empty if the file has none. */
  readonly colors: number[];
  readonly uvs: number[];
  readonly normals: number[];
  readonly objects: readonly ObjObject[];
  /** Names of materials, in the order of their first use. */
  readonly materials: readonly string[];
  /** Names of material libraries. */
  readonly libraries: readonly string[];
}

/** Parses positions, vertex colours, UVs, normals, faces, objects and materials; curves and lines are left out. */
export function parseObj(text: string): ObjFile {
  const positions: number[] = [];
  const colors: number[] = [];
  const uvs: number[] = [];
  const normals: number[] = [];
  const objects: ObjObject[] = [];
  const places = new Map<string, number>();
  const libraries = new Set<string>();
  let corners = 0;
  let material = -1;
  let current: ObjObject | null = null;
  let isNamedByGroup = false;

  const start = (name: string): ObjObject => {
    objects.push({ name, faceSizes: [], corners: [], faceMaterials: [] });
    checkObjects(objects.length);
    return objects.at(-1)!;
  };
  const use = (name: string): number => {
    const known = places.get(name) ?? places.size;
    places.set(name, known);
    checkObjects(places.size);
    return known;
  };
  const addPosition = (rest: string): void => {
    const numbers = rest.split(/\s+/).map(Number);
    const vertex = positions.length / 3;
    positions.push(numbers[0] ?? NaN, numbers[1] ?? NaN, numbers[2] ?? NaN);
    checkCorners(vertex);
    if (numbers.length < 6) {
      if (colors.length > 0) colors.push(1, 1, 1);
      return;
    }
    while (colors.length < vertex * 3) colors.push(1);
    colors.push(...numbers.slice(-3));
  };
  const addFace = (rest: string): void => {
    current ??= start('model');
    const words = rest.split(/\s+/);
    for (const word of words) {
      const [position, uv, normal] = word.split('/');
      const at = toIndex(position, positions.length / 3);
      if (at < 0) throw damagedModel('model-damage.missing-point');
      current.corners.push(at, toIndex(uv, uvs.length / 2), toIndex(normal, normals.length / 3));
    }
    corners += words.length;
    checkCorners(corners);
    current.faceSizes.push(words.length);
    if (material < 0) material = use('');
    current.faceMaterials.push(material);
  };

  forEachStatement(text, (keyword, rest) => {
    switch (keyword) {
      case 'v':
        return addPosition(rest);
      case 'vt':
        return void pushNumbers(uvs, rest, 2);
      case 'vn':
        return void pushNumbers(normals, rest, 3);
      case 'f':
        return addFace(rest);
      case 'o':
        isNamedByGroup = false;
        current = start(rest);
        return;
      case 'g':
        // Groups inside an object only sort its faces; in files without objects they are the objects.
        if (current && !isNamedByGroup && objects.length > 0) return;
        isNamedByGroup = true;
        current = start(rest);
        return;
      case 'usemtl':
        material = use(rest);
        return;
      case 'mtllib':
        libraries.add(rest);
    }
  });
  return { positions, colors, uvs, normals, objects, materials: [...places.keys()], libraries: [...libraries] };
}

/** Converts an index, counted from 1 or, if negative, from the end; −1 if it is missing. */
function toIndex(word: string | undefined, count: number): number {
  if (!word) return -1;
  const index = Number(word);
  if (!Number.isInteger(index) || index === 0 || Math.abs(index) > count) {
    throw damagedModel('model-damage.missing-point');
  }
  return index > 0 ? index - 1 : count + index;
}

function pushNumbers(list: number[], rest: string, count: number): void {
  const words = rest.split(/\s+/);
  for (let k = 0; k < count; k++) list.push(Number(words[k] ?? 0));
}
