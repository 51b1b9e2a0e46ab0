import { dropEmpty } from '../../base/document/drop-empty.ts';
import type { Document, Primitive } from '@gltf-transform/core';
import { clipPrimitive } from '../../base/primitive/clip-primitive.ts';
import { triangulateLoops } from '../../base/mesh/triangulate-loops.ts';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import { rebuildPrimitive } from '../../base/primitive/rebuild-primitive.ts';
import { traceLoops } from '../../base/mesh/trace-loops.ts';
import { worldBox } from '../../base/document/world-box.ts';

/** A vertex on the cut: its primitive in the mesh, and its index there. */
interface CutVertex {
  readonly primitive: number;
  readonly vertex: number;
}

/** A position on the cut and its vertices, at most one per primitive. */
interface CutPoint {
  readonly at: readonly [x: number, z: number];
  readonly vertices: Map<number, CutVertex>;
}

/**
 * Cuts off everything below `threshold` × height above the lowest point, in place, and closes the cut with a flat
 * bottom that faces −Y. Needs a frozen scene (`bakeTransforms`). Returns true if something was cut.
 *
 * The interface does not define the threshold's unit; here: a share of the model's height. Each mesh is closed
 * separately, across its materials: a closed mesh stays closed, an open surface gets no bottom where its rim is open.
 * The bottom takes uvs and material from the cut's edge. O(triangles), the bottom O(n²) in the points of an outline.
 */
export function flattenBottom(document: Document, threshold: number): boolean {
  const box = worldBox(document);
  if (!box || !(box.max[1] > box.min[1])) return false;
  const offset = Math.fround(box.min[1] + threshold * (box.max[1] - box.min[1]));
  if (!(offset > box.min[1])) return false;

  const surfaces = listSurfaces(document);
  for (const mesh of new Set(surfaces.map((surface) => surface.mesh))) {
    const own = surfaces.filter((surface) => surface.mesh === mesh);
    const primitives = own.map(({ primitive }) => primitive);
    const edges = own.map(({ primitive, indices }) => clipPrimitive(primitive, indices, { axis: 1, offset }));
    closeCut(primitives, edges, offset);
    dropEmpty(mesh);
  }
  return true;
}

function closeCut(primitives: readonly Primitive[], edges: readonly Uint32Array[], offset: number): void {
  const points: CutPoint[] = [];
  const places = new Map<string, number>();
  const cuts: number[] = [];
  primitives.forEach((primitive, index) => {
    const positions = primitive.getAttribute('POSITION')!.getArray()!;
    const list = edges[index]!;
    for (let i = 0; i < list.length; i += 2) {
      // The cap runs against its neighbours: edge a→b of the wall is b→a of the cap.
      for (const vertex of [list[i + 1]!, list[i]!]) {
        const at = [positions[vertex * 3]!, positions[vertex * 3 + 2]!] as const;
        const key = at.join();
        const place = places.get(key) ?? points.push({ at, vertices: new Map() }) - 1;
        places.set(key, place);
        points[place]!.vertices.set(index, { primitive: index, vertex });
        cuts.push(place);
      }
    }
  });

  // Counter-clockwise in (x, z) as seen from below, the cap's visible side.
  const triangles = triangulateLoops(
    points.map(({ at }) => at),
    traceLoops(cuts),
  );
  if (triangles.length > 0) addCap(primitives, points, triangles, offset);
}

/**
 * Adds the cap to the primitive with most of the cut; a point without a vertex there copies the attributes of its first
 * vertex.
 */
function addCap(
  primitives: readonly Primitive[],
  points: readonly CutPoint[],
  triangles: readonly number[],
  offset: number,
): void {
  const shares = primitives.map((_, index) => points.filter(({ vertices }) => vertices.has(index)).length);
  const owner = shares.indexOf(Math.max(...shares));
  const primitive = primitives[owner]!;
  const old = primitive.getAttribute('POSITION')!.getCount();
  const borrowed = points.find(({ vertices }) => vertices.has(owner))!.vertices.get(owner)!.vertex;

  const from = Array.from({ length: old }, (_, vertex) => vertex);
  for (const { vertices } of points) from.push(vertices.get(owner)?.vertex ?? borrowed);
  const indices = primitive.getIndices()!.getArray()!;
  const cap = triangles.map((point) => old + point);
  rebuildPrimitive(primitive, { from }, Uint32Array.from([...indices, ...cap]));

  const write = (semantic: string, valuesAt: (point: CutPoint) => readonly number[]): void => {
    const accessor = primitive.getAttribute(semantic);
    const array = accessor && readFloats(primitive, semantic);
    if (!accessor || !array) return;
    points.forEach((point, i) => array.set(valuesAt(point), (old + i) * accessor.getElementSize()));
    accessor.setNormalized(false).setArray(array);
  };
  write('POSITION', ({ at: [x, z] }) => [x, offset, z]);
  write('NORMAL', () => [0, -1, 0]);
  write('TANGENT', () => [1, 0, 0, 1]);
}
