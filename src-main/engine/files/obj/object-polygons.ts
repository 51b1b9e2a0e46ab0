import { NO_INDEX } from './index-column.ts';
import { growingIntegers, releaseMemory } from '../import/growing-array.ts';
import type { CornerLayer, PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { ObjFile } from './parse-obj.ts';

/** Values of the file, and a place for each that is −1 between two objects. */
interface Column {
  readonly size: 2 | 3 | 4;
  readonly values: Float32Array;
  readonly places: Int32Array;
}

/**
 * Converts the objects of a file to polygons, in order; each copies only the values that it uses. The file's memory is
 * taken over and, with the last object, given back.
 */
export function* toObjectPolygons(file: ObjFile): Generator<PolygonMesh> {
  const positions = toColumn(3, file.positions);
  const colors = file.colors.length > 0 ? { ...toColumn(3, file.colors), places: positions.places } : null;
  const uvs = toColumn(2, file.uvs);
  const normals = toColumn(3, file.normals);
  for (const [i, { name, firstFace, firstCorner }] of file.objects.entries()) {
    const next = file.objects[i + 1];
    const take = (corners: Uint32Array): Uint32Array =>
      next || firstCorner > 0 ? corners.slice(firstCorner, next?.firstCorner) : corners;
    const corners = take(file.cornerPositions);
    const used = listUsed(corners, positions.places);
    const points = copyUsed(positions, used);
    const rgba = colors && toRgba(copyUsed(colors, used));
    for (const place of used) positions.places[place] = -1;
    const uvLayer = file.cornerUvs && toLayer(take(file.cornerUvs), uvs);
    const normalLayer = file.cornerNormals && toLayer(take(file.cornerNormals), normals);
    if (!next) for (const each of [positions, uvs, normals]) releaseColumn(each);
    yield {
      name,
      points,
      faceSizes: file.faceSizes.subarray(firstFace, next?.firstFace),
      corners,
      normals: normalLayer,
      uvs: uvLayer ? [uvLayer] : [],
      colors: rgba && { size: 4, values: rgba, indices: corners },
      faceMaterials: file.faceMaterials.subarray(firstFace, next?.firstFace),
      influences: null,
    };
  }
}

function toColumn(size: 2 | 3, values: Float32Array): Column {
  return { size, values, places: new Int32Array(values.length / size).fill(-1) };
}

function releaseColumn({ values, places }: Column): void {
  releaseMemory(values);
  releaseMemory(places);
}

/**
 * Replaces indices into the file's values by indices into the list of used ones, which it returns, in the order of their
 * first use; `places` has to be reset. Missing indices stay.
 */
function listUsed(indices: Uint32Array, places: Int32Array): Uint32Array {
  const used = growingIntegers();
  for (let corner = 0; corner < indices.length; corner++) {
    const index = indices[corner]!;
    if (index === NO_INDEX) continue;
    if (places[index] === -1) {
      places[index] = used.length;
      used.push(index);
    }
    indices[corner] = places[index]!;
  }
  return used.finish();
}

/** Copies the used values, followed by so many zero values. */
function copyUsed({ size, values }: Column, used: Uint32Array, zeros = 0): Float32Array {
  const copied = new Float32Array((used.length + zeros) * size);
  for (let i = 0; i < used.length; i++) {
    for (let k = 0; k < size; k++) copied[i * size + k] = values[used[i]! * size + k]!;
  }
  return copied;
}

/** Builds a layer of values per corner, which may share them; null if no corner has one. Missing values are zero. */
function toLayer(indices: Uint32Array, column: Column): CornerLayer | null {
  const used = listUsed(indices, column.places);
  if (used.length === 0) return null;
  for (const index of used) column.places[index] = -1;
  for (let corner = 0; corner < indices.length; corner++) {
    if (indices[corner] === NO_INDEX) indices[corner] = used.length;
  }
  return { size: column.size, values: copyUsed(column, used, 1), indices };
}

function toRgba(colors: Float32Array): Float32Array {
  const rgba = new Float32Array((colors.length / 3) * 4).fill(1);
  for (let i = 0; i < colors.length; i++) rgba[Math.floor(i / 3) * 4 + (i % 3)] = colors[i]!;
  return rgba;
}
