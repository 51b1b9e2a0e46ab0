import { createMeshBuilder, type MeshBuilder } from '../mesh/mesh-builder.ts';
import type { Rectangle } from './list-rectangles.ts';

/** Positions of grid lines along x, y and z. */
export type GridLines = readonly [x: Float64Array, y: Float64Array, z: Float64Array];

/** A grid point as the indices of its grid lines. */
export type GridCrossing = readonly [x: number, y: number, z: number];

/** Returns the texture UV at (u, v) of a rectangle, 0 to 1 from its minimum corner. */
export type MapRectangleUv = (rectangle: Rectangle, u: number, v: number) => readonly [u: number, v: number];

/**
 * Fills a rectangle inside the counter-clockwise grid points of its border; returns false to leave it to the default,
 * which is flat.
 */
export type FillRectangle = (rectangle: Rectangle, border: readonly GridCrossing[], mesh: MeshBuilder) => boolean;

/**
 * Triangulates rectangles without T-junctions: a side gets a vertex at every corner of another rectangle on it, so that
 * each edge belongs to two triangles after welding by position. A rectangle takes two triangles and about one more for
 * each additional vertex.
 */
export function triangulateRectangles(
  lines: GridLines,
  rectangles: readonly Rectangle[],
  mapUv: MapRectangleUv,
  fill: FillRectangle = () => false,
): MeshBuilder {
  const [nx, , nz] = lines.map((line) => line.length) as [number, number, number];
  const indexOf = ([x, y, z]: GridCrossing): number => (y * nz + z) * nx + x;
  const isCorner = new Uint8Array(nx * nz * lines[1].length);
  for (const rectangle of rectangles) {
    for (const corner of cornersOf(rectangle)) isCorner[indexOf(corner)] = 1;
  }
  const mesh = createMeshBuilder();
  for (const rectangle of rectangles) {
    const border = traceBorder(rectangle, (crossing) => isCorner[indexOf(crossing)] === 1);
    if (!fill(rectangle, border.crossings, mesh)) fillFlat(lines, rectangle, border, mapUv, mesh);
  }
  return mesh;
}

/** Returns the grid point at lines `u` and `v` of a rectangle's axes. */
function crossingOf({ axis, plane }: Rectangle, u: number, v: number): GridCrossing {
  const at: [number, number, number] = [0, 0, 0];
  at[axis] = plane;
  at[(axis + 1) % 3] = u;
  at[(axis + 2) % 3] = v;
  return at;
}

function cornersOf(rectangle: Rectangle): GridCrossing[] {
  const { u, v } = rectangle;
  return [u[0], u[1]].flatMap((x) => [v[0], v[1]].map((y) => crossingOf(rectangle, x, y)));
}

/** The border of a rectangle, counter-clockwise from outside. */
interface Border {
  readonly crossings: readonly GridCrossing[];
  /** Indices of the rectangle's own corners in `crossings`. */
  readonly corners: readonly number[];
}

function traceBorder(rectangle: Rectangle, isCorner: (crossing: GridCrossing) => boolean): Border {
  const { side, u, v } = rectangle;
  const around: [number, number][] = [
    [u[0], v[0]],
    [u[1], v[0]],
    [u[1], v[1]],
    [u[0], v[1]],
  ];
  if (side < 0) around.reverse();
  const crossings: GridCrossing[] = [];
  const corners: number[] = [];
  around.forEach(([x, y], i) => {
    const [endX, endY] = around[(i + 1) % 4]!;
    const [stepX, stepY] = [Math.sign(endX - x), Math.sign(endY - y)];
    corners.push(crossings.length);
    for (let [px, py] = [x, y]; px !== endX || py !== endY; px += stepX, py += stepY) {
      const crossing = crossingOf(rectangle, px, py);
      if (isCorner(crossing)) crossings.push(crossing);
    }
  });
  return { crossings, corners };
}

/**
 * Fills a rectangle with a triangle fan: from a corner whose two sides have no further vertices if there is one,
 * otherwise from the centre, so that no triangle is degenerate.
 */
function fillFlat(
  lines: GridLines,
  rectangle: Rectangle,
  border: Border,
  mapUv: MapRectangleUv,
  mesh: MeshBuilder,
): void {
  const { axis, side, u, v } = rectangle;
  const { crossings, corners } = border;
  const count = crossings.length;
  const first = mesh.positions.length / 3;
  const [uAxis, vAxis] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
  const span = (k: 0 | 1 | 2, [from, to]: readonly [number, number]) => lines[k][to]! - lines[k][from]!;
  const add = (at: readonly number[]): void => {
    mesh.positions.push(...at);
    for (let k = 0; k < 3; k++) mesh.normals.push(k === axis ? side : 0);
    const along = (at[uAxis]! - lines[uAxis][u[0]]!) / span(uAxis, u);
    mesh.uvs.push(...mapUv(rectangle, along, (at[vAxis]! - lines[vAxis][v[0]]!) / span(vAxis, v)));
  };
  for (const crossing of crossings) add(crossing.map((line, k) => lines[k]![line]!));

  // A corner whose two sides have no grid points between their ends.
  const fanCorner = corners.findIndex((at, i) => {
    const before = corners[(i + 3) % 4]!;
    const after = corners[(i + 1) % 4]!;
    return (at - before + count) % count === 1 && (after - at + count) % count === 1;
  });
  if (fanCorner >= 0) {
    const start = corners[fanCorner]!;
    for (let i = 1; i + 1 < count; i++) {
      mesh.indices.push(first + start, first + ((start + i) % count), first + ((start + i + 1) % count));
    }
    return;
  }
  const middle = [0, 0, 0];
  middle[axis] = lines[axis][rectangle.plane]!;
  middle[uAxis] = (lines[uAxis][u[0]]! + lines[uAxis][u[1]]!) / 2;
  middle[vAxis] = (lines[vAxis][v[0]]! + lines[vAxis][v[1]]!) / 2;
  add(middle);
  for (let i = 0; i < count; i++) mesh.indices.push(first + count, first + i, first + ((i + 1) % count));
}
