import { splitLibraryNames } from '../../../../src-shared/formats/obj-libraries.ts';
import { LINEAR_OF_BYTE } from '../../base/color/srgb.ts';
import { growingFloats, growingIntegers } from '../import/growing-array.ts';
import { checkCorners, checkObjects, damagedModel } from '../import/import-limits.ts';
import type { MemoryMeter } from '../import/memory-meter.ts';
import { findWordEnd, skipSpaces } from '../text/ascii.ts';
import { parseInteger, parseNumber } from '../text/parse-number.ts';
import { createIndexColumn } from './index-column.ts';
import { forEachObjStatement } from './obj-statements.ts';

/** Measured memory of the name of a library and of the note that it is missing. */
const LIBRARY_BYTES = 500;

/** One object of a Wavefront OBJ: ranges of the file's faces and corners. */
interface ObjObject {
  readonly name: string;
  readonly firstFace: number;
  readonly firstCorner: number;
}

/** A parsed Wavefront OBJ. */
export interface ObjFile {
  readonly positions: Float32Array;
  /** Linear red, green and blue of each position; empty if the file has none. */
  readonly colors: Float32Array;
  /** glTF's origin, top left. */
  readonly uvs: Float32Array;
  readonly normals: Float32Array;
  readonly objects: readonly ObjObject[];
  /** Number of corners of each face. */
  readonly faceSizes: Uint32Array;
  /** Index into the list of materials for each face. */
  readonly faceMaterials: Uint32Array;
  /** Position of each corner. */
  readonly cornerPositions: Uint32Array;
  /** UV of each corner, or `NO_INDEX`; null if no corner has one. */
  readonly cornerUvs: Uint32Array | null;
  /** Normal of each corner, or `NO_INDEX`; null if no corner has one. */
  readonly cornerNormals: Uint32Array | null;
  /** Names of materials, in the order of their first use. */
  readonly materials: readonly string[];
  /** Names of material libraries. */
  readonly libraries: readonly string[];
}

/** Parses positions, vertex colours, UVs, normals, faces, objects and materials; curves and lines are left out. */
export async function parseObj(pieces: AsyncIterable<Uint8Array>, memory: MemoryMeter): Promise<ObjFile> {
  const vertices = createVertexReader();
  const uvs = growingFloats();
  const normals = growingFloats();
  const faceSizes = growingIntegers();
  const faceMaterials = growingIntegers();
  const cornerPositions = growingIntegers();
  const cornerUvs = createIndexColumn();
  const cornerNormals = createIndexColumn();
  const objects: ObjObject[] = [];
  const places = new Map<string, number>();
  const libraries = new Set<string>();
  let material = -1;
  let isNamedByGroup = false;

  const start = (name: string): void => {
    objects.push({ name, firstFace: faceSizes.length, firstCorner: cornerPositions.length });
    checkObjects(objects.length);
  };
  const use = (name: string): number => {
    const known = places.get(name) ?? places.size;
    places.set(name, known);
    checkObjects(places.size);
    return known;
  };
  const addFace = (bytes: Uint8Array, from: number, to: number): void => {
    if (objects.length === 0) start('model');
    if (material < 0) material = use('');
    const first = cornerPositions.length;
    for (let at = from; at < to || first === cornerPositions.length;) {
      const end = findWordEnd(bytes, at, to);
      const positionEnd = findSlash(bytes, at, end);
      const position = readIndex(bytes, at, positionEnd, vertices.count());
      if (position < 0) throw damagedModel('model-damage.missing-point');
      const uvEnd = findSlash(bytes, positionEnd + 1, end);
      const normalEnd = findSlash(bytes, uvEnd + 1, end);
      cornerUvs.set(cornerPositions.length, readIndex(bytes, positionEnd + 1, uvEnd, uvs.length / 2));
      cornerNormals.set(cornerPositions.length, readIndex(bytes, uvEnd + 1, normalEnd, normals.length / 3));
      cornerPositions.push(position);
      checkCorners(cornerPositions.length);
      at = skipSpaces(bytes, end, to);
    }
    faceSizes.push(cornerPositions.length - first);
    faceMaterials.push(material);
  };

  await forEachObjStatement(pieces, {
    numbers(keyword, bytes, from, to) {
      if (keyword === 'v') return vertices.add(bytes, from, to);
      if (keyword === 'f') return addFace(bytes, from, to);
      const end = findWordEnd(bytes, from, to);
      const first = from < end ? parseNumber(bytes, from, end) : 0;
      const second = readWord(bytes, skipSpaces(bytes, end, to), to);
      if (keyword === 'vt') {
        checkCorners(uvs.length / 2);
        uvs.push(first);
        // OBJ's v begins at the bottom.
        uvs.push(1 - second.value);
      } else {
        checkCorners(normals.length / 3);
        normals.push(first);
        normals.push(second.value);
        normals.push(readWord(bytes, second.next, to).value);
      }
    },
    text(keyword, rest) {
      switch (keyword) {
        case 'o':
          isNamedByGroup = false;
          return start(rest);
        case 'g':
          // Groups inside an object only sort its faces; in files without objects they are the objects.
          if (objects.length > 0 && !isNamedByGroup) return;
          isNamedByGroup = true;
          return start(rest);
        case 'usemtl':
          material = use(rest);
          return;
        case 'mtllib':
          // Before they are split: each takes at least as much text as the shortest.
          memory.charge(LIBRARY_BYTES * (1 + rest.length / '.mtl '.length) + rest.length);
          for (const name of splitLibraryNames(rest)) libraries.add(name);
      }
    },
  });
  const corners = cornerPositions.length;
  return {
    ...vertices.finish(),
    uvs: uvs.finish(),
    normals: normals.finish(),
    objects,
    faceSizes: faceSizes.finish(),
    faceMaterials: faceMaterials.finish(),
    cornerPositions: cornerPositions.finish(),
    cornerUvs: cornerUvs.finish(corners),
    cornerNormals: cornerNormals.finish(corners),
    materials: [...places.keys()],
    libraries: [...libraries],
  };
}

/** Reads the positions and their colours. */
function createVertexReader() {
  const positions = growingFloats();
  const colors = growingFloats();
  const addColor = (value: number): void => {
    colors.push(LINEAR_OF_BYTE[Math.round(255 * Math.min(1, Math.max(0, value)))] ?? 1);
  };
  return {
    count: (): number => positions.length / 3,
    add(bytes: Uint8Array, from: number, to: number): void {
      checkCorners(positions.length / 3);
      let words = 0;
      // The colour is the last three numbers, after a weight if there is one.
      let [red, green, blue] = [NaN, NaN, NaN];
      for (let at = from; at < to; words++) {
        const end = findWordEnd(bytes, at, to);
        red = green;
        green = blue;
        blue = parseNumber(bytes, at, end);
        if (words < 3) positions.push(blue);
        at = skipSpaces(bytes, end, to);
      }
      for (let missing = words; missing < 3; missing++) positions.push(NaN);
      if (words < 6) {
        if (colors.length > 0) for (let k = 0; k < 3; k++) colors.push(1);
        return;
      }
      while (colors.length < positions.length - 3) colors.push(1);
      addColor(red);
      addColor(green);
      addColor(blue);
    },
    finish: () => ({ positions: positions.finish(), colors: colors.finish() }),
  };
}

/** Reads a number; 0 if there is none. */
function readWord(bytes: Uint8Array, at: number, to: number): { value: number; next: number } {
  if (at >= to) return { value: 0, next: to };
  const end = findWordEnd(bytes, at, to);
  return { value: parseNumber(bytes, at, end), next: skipSpaces(bytes, end, to) };
}

function findSlash(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== 0x2f) at++;
  return Math.min(at, to);
}

/** Reads an index, counted from 1 or, if negative, from the end; −1 if it is missing. */
function readIndex(bytes: Uint8Array, from: number, to: number, count: number): number {
  if (from >= to) return -1;
  let index = parseInteger(bytes, from, to);
  if (Number.isNaN(index)) index = parseNumber(bytes, from, to);
  if (!Number.isInteger(index) || index === 0 || Math.abs(index) > count) {
    throw damagedModel('model-damage.missing-point');
  }
  return index > 0 ? index - 1 : count + index;
}
