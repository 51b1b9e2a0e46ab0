import { MeshoptSimplifier } from 'meshoptimizer';
import { fixCornerContacts } from '../../../base/mesh/fix-corner-contacts.ts';
import { splitDoubleEdges } from '../../../base/mesh/split-double-edges.ts';
import { extractSurfaceNet } from '../../../base/mesh/surface-nets.ts';
import { isClosed, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { dropDuplicateFaces } from '../mesh/drop-duplicate-faces.ts';
import type { LevelSet } from './level-set.ts';
import { flipFlatTriangles } from '../mesh/flip-flat-triangles.ts';

/** Maximum geometric error of simplification in cells; exceeded only to meet the triangle limit. */
const ERROR = 0.12;
/** Maximum doubled area of a degenerate triangle, in squared cells. */
const FLAT = 1e-4;
/** Error of a change from black to white during simplification, in cells. */
const COLOR_WEIGHT = 4;

/** Writes the OKLab colour at a point to `out`. */
export type LabColorAt = (x: number, y: number, z: number, out: Float64Array) => void;

/**
 * Meshes a level set as a closed manifold with at most `maxTriangles` triangles. Contacts at single edges or corners
 * are filled in `field` first. Edges are collapsed as far as shape and colour do not suffer, and further if there are
 * still too many triangles. Returns null if the limit cannot be met with a closed mesh.
 */
export async function meshLevelSet(
  field: LevelSet,
  colorAt: LabColorAt,
  maxTriangles: number,
): Promise<TriangleMesh | null> {
  const { counts, origin, steps, values } = field;
  const volume = { width: counts[0], height: counts[1], depth: counts[2], values };
  fixCornerContacts(volume);
  const net = extractSurfaceNet(volume);
  const positions = net.positions.map((value, i) => origin[i % 3]! + (value + 0.5) * steps[i % 3]!);
  const whole = { positions, indices: net.indices };
  if (whole.indices.length === 0) return null;
  for (const error of [ERROR * steps[0], Infinity]) {
    const reduced = await reduce(whole, colorAt, error === Infinity ? maxTriangles : 0, error, steps[0]);
    if (reduced.indices.length <= maxTriangles * 3 && isClosed(reduced)) return reduced;
  }
  return whole.indices.length <= maxTriangles * 3 && isClosed(whole) ? whole : null;
}

async function reduce(
  { positions, indices }: TriangleMesh,
  colorAt: LabColorAt,
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
  const isUnlimited = error === Infinity;
  const weight = COLOR_WEIGHT * step;
  const [simplified] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    colors,
    3,
    [weight, weight, weight],
    null,
    Math.min(target * 3, indices.length),
    isUnlimited ? 1 : error,
    isUnlimited ? [] : ['ErrorAbsolute'],
  );
  const unique = dropDuplicateFaces(simplified);
  const [remap, count] = MeshoptSimplifier.compactMesh(unique);
  const used = new Float32Array(3 * count);
  remap.forEach((to, vertex) => {
    if (to !== 0xffffffff) used.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * to);
  });
  return flipFlatTriangles(splitDoubleEdges({ positions: used, indices: unique }), FLAT * step * step);
}
