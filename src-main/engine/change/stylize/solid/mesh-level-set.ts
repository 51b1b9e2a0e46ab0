import { MeshoptSimplifier } from 'meshoptimizer';
import { fixCornerContacts } from '../../../base/mesh/fix-corner-contacts.ts';
import { splitDoubleEdges } from '../../../base/mesh/split-double-edges.ts';
import { extractSurfaceNet } from '../../../base/mesh/surface-nets.ts';
import { isClosed, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { dropDuplicateFaces } from '../mesh/drop-duplicate-faces.ts';
import type { LevelSet } from './level-set.ts';
import { flipFlatTriangles } from '../mesh/flip-flat-triangles.ts';

/** Shape that reducing may cost, in cells. */
const ERROR = 0.12;
/** Doubled area below which a triangle has none, in squared cells. */
const FLAT = 1e-4;
/** What a step from black to white counts, in cells, when an edge is chosen. */
const COLOR_WEIGHT = 4;

/** The colour at a place, each channel 0 to 1 and even to the eye, into `out`. */
export type ColorAt = (x: number, y: number, z: number, out: Float64Array) => void;

/**
 * The surface of a field as a closed, manifold mesh with at most about `most` triangles: places where the solid would
 * touch itself at an edge or a corner only are filled (in the field itself), and edges are collapsed where neither shape
 * nor colour suffers; further if there are too many. Null: it cannot be brought down to the limit and stay closed.
 */
export async function meshLevelSet(field: LevelSet, colorAt: ColorAt, most: number): Promise<TriangleMesh | null> {
  const { counts, origin, steps, values } = field;
  const volume = { width: counts[0], height: counts[1], depth: counts[2], values };
  fixCornerContacts(volume);
  const net = extractSurfaceNet(volume);
  const positions = net.positions.map((value, i) => origin[i % 3]! + (value + 0.5) * steps[i % 3]!);
  const whole = { positions, indices: net.indices };
  if (whole.indices.length === 0) return null;
  for (const error of [ERROR * steps[0], Infinity]) {
    const reduced = await reduce(whole, colorAt, error === Infinity ? most : 0, error, steps[0]);
    if (reduced.indices.length <= most * 3 && isClosed(reduced)) return reduced;
  }
  return whole.indices.length <= most * 3 && isClosed(whole) ? whole : null;
}

async function reduce(
  { positions, indices }: TriangleMesh,
  colorAt: ColorAt,
  target: number,
  error: number,
  step: number,
): Promise<TriangleMesh> {
  await MeshoptSimplifier.ready;
  const colors = new Float32Array(positions.length);
  const color = new Float64Array(3);
  for (let i = 0; i < positions.length; i += 3) {
    colorAt(positions[i]!, positions[i + 1]!, positions[i + 2]!, color);
    colors.set(color, i);
  }
  const isFree = error === Infinity;
  const weight = COLOR_WEIGHT * step;
  const [kept] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    colors,
    3,
    [weight, weight, weight],
    null,
    Math.min(target * 3, indices.length),
    isFree ? 1 : error,
    isFree ? [] : ['ErrorAbsolute'],
  );
  const sound = dropDuplicateFaces(kept);
  const [places, count] = MeshoptSimplifier.compactMesh(sound);
  const used = new Float32Array(3 * count);
  places.forEach((place, vertex) => {
    if (place !== 0xffffffff) used.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * place);
  });
  return flipFlatTriangles(splitDoubleEdges({ positions: used, indices: sound }), FLAT * step * step);
}
