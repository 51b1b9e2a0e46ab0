import type { Document, Primitive } from '@gltf-transform/core';
import { listTextureInfoByMaterial } from '@gltf-transform/functions';
import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer';
import { indexSurfaces } from './index-surfaces.ts';
import { listSurfaces, readFloats, readPositions, type Surface } from '../document/list-surfaces.ts';
import { rebuildPrimitive } from './rebuild-primitive.ts';
import { dropEmpty } from '../document/drop-empty.ts';

/**
 * Weights of each attribute component relative to a position when an edge is chosen: meshoptimizer's advice. UVs count
 * only where a texture is used; their seams are preserved either way.
 */
const ATTRIBUTES = [
  { semantic: 'NORMAL', size: 3, weight: 0.5 },
  { semantic: 'TEXCOORD_0', size: 2, weight: 0.2 },
] as const;

/** meshoptimizer's flag for a vertex whose seam must be preserved (meshopt_SimplifyVertex_Protect). */
const PROTECT = 2;

/** Shape error, as a share of the model's size, above which breaking a UV seam does less harm than continuing. */
const SEAM_ERROR = 0.01;

/** Share of the allowed triangles that must remain when small components are removed. */
const MIN_KEPT = 0.5;

/**
 * Reduces the model to at most `limit` triangles, in place, by edge collapse (meshoptimizer's attribute-aware
 * quadrics); a model within the limit is left unchanged. Every mesh must have one node only (`unshareMeshes`).
 *
 * All primitives are reduced as one surface, so that detail is removed where it matters least and the borders between
 * materials stay closed. Only if that would cost too much shape may seams break, and as a last resort vertices be
 * clustered, for each primitive by its share; thin parts can vanish then, but never all. `isEven` requests triangles of similar shape,
 * which pair well to quads, at a third more error. 500 000 → 10 000 triangles: about 0.5 s.
 */
export async function simplifySurfaces(document: Document, limit: number, isEven = false): Promise<void> {
  await MeshoptSimplifier.ready;
  let surfaces = listSurfaces(document);
  if (surfaces.reduce((corners, { indices }) => corners + indices.length, 0) <= limit * 3) return;
  if (surfaces.some(({ primitive }) => !primitive.getIndices())) {
    indexSurfaces(document);
    surfaces = listSurfaces(document);
  }
  const joined = joinSurfaces(surfaces);

  // Sparse mode only if few of the vertices are still used: for all of them it costs more than it saves.
  let indices = collapse(joined, joined.indices, null, limit, SEAM_ERROR, isEven ? ['RegularizeLight'] : []);
  if (indices.length > limit * 3) {
    indices = collapseFreely(joined, indices, limit);
  }
  let parts = splitBySurface(joined, indices);
  if (indices.length > limit * 3) {
    const shares = shareOut(parts, limit);
    parts = parts.map((own, i) => cluster(surfaces[i]!, own, shares[i]!));
  }
  parts.forEach((own, i) => keepTriangles(surfaces[i]!, own));
  for (const mesh of new Set(surfaces.map((surface) => surface.mesh))) {
    // Triangles in another order are no longer the halves of quads.
    const { ngonEncoding: _, ...extras } = mesh.getExtras();
    mesh.setExtras(extras);
    dropEmpty(mesh);
  }
}

/** Collapses edges across seams, and removes small components while enough of the model remains. */
function collapseFreely(joined: Joined, indices: Uint32Array, limit: number): Uint32Array {
  const marks = markBorders(joined);
  const pruned = collapse(joined, indices, marks, limit, 1, ['Permissive', 'Sparse', 'Prune']);
  // Components that are alike are all removed at once.
  if (pruned.length >= limit * 3 * MIN_KEPT) return pruned;
  const all = collapse(joined, indices, marks, limit, 1, ['Permissive', 'Sparse']);
  return all.length > 0 ? all : indices;
}

/** Divides `limit` triangles among surfaces by their numbers of triangles; the sum is `limit`. */
function shareOut(parts: readonly Uint32Array[], limit: number): number[] {
  const all = parts.reduce((sum, { length }) => sum + length, 0);
  let [given, due] = [0, 0];
  return parts.map(({ length }) => {
    due += (limit * length) / all;
    const share = Math.round(due) - given;
    given += share;
    return share;
  });
}

/** Splits triangles by surface, with each surface's own vertex indices; a triangle between two surfaces is left out. */
function splitBySurface({ firsts }: Joined, indices: Uint32Array): Uint32Array[] {
  if (firsts.length === 2) return [indices];
  const owners = new Uint32Array(firsts.at(-1)!);
  firsts.slice(1).forEach((end, surface) => owners.fill(surface, firsts[surface], end));
  const parts = firsts.slice(1).map((): number[] => []);
  for (let i = 0; i < indices.length; i += 3) {
    const owner = owners[indices[i]!]!;
    if (owners[indices[i + 1]!] !== owner || owners[indices[i + 2]!] !== owner) continue;
    const first = firsts[owner]!;
    parts[owner]!.push(indices[i]! - first, indices[i + 1]! - first, indices[i + 2]! - first);
  }
  return parts.map((part) => Uint32Array.from(part));
}

/**
 * Marks the vertices where surfaces meet: seams may break inside a surface, but not between two. Returns null if none
 * meet.
 */
function markBorders({ positions, firsts }: Joined): Uint8Array | null {
  if (firsts.length === 2) return null;
  const same = MeshoptSimplifier.generatePositionRemap(positions, 3);
  const owners = new Int32Array(same.length).fill(-1);
  const marks = new Uint8Array(same.length);
  let surface = 0;
  for (let vertex = 0; vertex < same.length; vertex++) {
    while (vertex >= firsts[surface + 1]!) surface++;
    const place = same[vertex]!;
    if (owners[place] === -1) owners[place] = surface;
    else if (owners[place] !== surface) marks[place] = PROTECT;
  }
  for (let vertex = 0; vertex < same.length; vertex++) marks[vertex] = marks[same[vertex]!]!;
  return marks;
}

/** Surfaces joined into one: vertices concatenated, triangle indices offset accordingly. */
interface Joined {
  readonly positions: Float32Array;
  /** One row per vertex with the values of the `ATTRIBUTES` that any surface has, as many as there are weights. */
  readonly attributes: Float32Array;
  readonly weights: readonly number[];
  readonly indices: Uint32Array;
  /** First vertex of each surface, and the total count at the end. */
  readonly firsts: readonly number[];
}

function joinSurfaces(surfaces: readonly Surface[]): Joined {
  const places = surfaces.map(readPositions);
  const firsts = [0];
  for (const own of places) firsts.push(firsts.at(-1)! + own.length / 3);
  const count = firsts.at(-1)!;
  const positions = new Float32Array(count * 3);
  const known = ATTRIBUTES.filter(({ semantic }) => surfaces.some(({ primitive }) => counts(primitive, semantic)));
  // Every value costs time, even if it is constant.
  const weights = known.flatMap(({ size, weight }) => new Array<number>(size).fill(weight));
  const attributes = new Float32Array(count * weights.length);
  const indices = new Uint32Array(surfaces.reduce((sum, surface) => sum + surface.indices.length, 0));
  let used = 0;
  surfaces.forEach((surface, i) => {
    const first = firsts[i]!;
    positions.set(places[i]!, first * 3);
    let column = first * weights.length;
    for (const { semantic, size } of known) {
      writeColumns(attributes, column, weights.length, readFloats(surface.primitive, semantic), size);
      column += size;
    }
    const own = surface.indices;
    for (let corner = 0; corner < own.length; corner++) indices[used++] = first + own[corner]!;
  });
  return { positions, attributes, weights, indices, firsts };
}

/** True if an attribute exists and its loss would be visible. */
function counts(primitive: Primitive, semantic: string): boolean {
  if (!primitive.getAttribute(semantic)) return false;
  const material = primitive.getMaterial();
  return semantic === 'NORMAL' || (material !== null && listTextureInfoByMaterial(material).length > 0);
}

/** Writes values of `size` numbers each into rows of `width` numbers, the first at column `at`. */
function writeColumns(rows: Float32Array, at: number, width: number, values: Float32Array | null, size: number): void {
  if (!values) return;
  for (let from = 0, to = at; from < values.length; from += size, to += width) {
    for (let k = 0; k < size; k++) rows[to + k] = values[from + k]!;
  }
}

function collapse(
  joined: Joined,
  indices: Uint32Array,
  marks: Uint8Array | null,
  limit: number,
  error: number,
  flags: SimplifierFlags[],
): Uint32Array {
  const { positions, attributes, weights } = joined;
  const count = limit * 3;
  return MeshoptSimplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    attributes,
    weights.length,
    [...weights],
    marks,
    count,
    error,
    flags,
  )[0];
}

function cluster(surface: Surface, indices: Uint32Array, limit: number): Uint32Array {
  if (indices.length <= limit * 3) return indices;
  const count = limit * 3;
  const [clustered] = MeshoptSimplifier.simplifySloppy(indices, readPositions(surface), 3, null, count, 1);
  // So few triangles may enclose nothing.
  const kept = clustered.length > 0 ? clustered : indices;
  return kept.length > count ? kept.slice(0, count) : kept;
}

/** Keeps only these triangles and the vertices they use, in the order of first use. */
function keepTriangles({ primitive }: Surface, indices: Uint32Array): void {
  const places = new Int32Array(primitive.getAttribute('POSITION')!.getCount()).fill(-1);
  const from: number[] = [];
  const triangles = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = indices[corner]!;
    if (places[vertex] === -1) places[vertex] = from.push(vertex) - 1;
    triangles[corner] = places[vertex]!;
  }
  rebuildPrimitive(primitive, { from }, triangles);
}
