import type { Document } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { ATLAS_UV, packUv } from '../../../../src-main/engine/base/uv/pack-uv.ts';
import { groupConnectedVertices } from '../../../../src-main/engine/base/uv/group-connected-vertices.ts';
import { buildModel, makeBall, move, turnProfile, type Piece } from '../mesh/build-model.ts';

const SIZE = 512;
/** Texels between charts. */
const PADDING = 4;

function toPiece(positions: readonly number[], indices: readonly number[]): Piece {
  const uvs = new Float32Array((positions.length / 3) * 2);
  return { positions: Float32Array.from(positions), uvs, indices: Uint32Array.from(indices) };
}

/** A surface over a grid of `columns` × `rows` squares; vertices on one place are not shared. */
function makeSheet(columns: number, rows: number, place: (u: number, v: number) => readonly number[]): Piece {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      positions.push(...place(column / columns, row / rows));
      if (row === rows || column === columns) continue;
      const at = row * (columns + 1) + column;
      indices.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
    }
  }
  return toPiece(positions, indices);
}

const makeCube = (): Piece => {
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) positions.push(corner & 1, (corner >> 1) & 1, corner >> 2);
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices = [0, 4, 8, 12, 16, 20].flatMap((at) => [0, 1, 2, 0, 2, 3].map((k) => sides[at + k]!));
  return toPiece(positions, indices);
};

/** Three turns of a staircase: flat charts of it would lie on one another. */
const makeStairs = (): Piece =>
  makeSheet(96, 2, (u, v) => {
    const turn = 6 * Math.PI * u;
    return [(1 + v) * Math.cos(turn), 2 * u, (1 + v) * Math.sin(turn)];
  });

const makeTorus = (): Piece =>
  makeSheet(64, 32, (u, v) => {
    const [along, around] = [2 * Math.PI * (u % 1), 2 * Math.PI * (v % 1)];
    const radius = 2 + 0.7 * Math.cos(around);
    return [radius * Math.cos(along), 0.7 * Math.sin(around), radius * Math.sin(along)];
  });

/** A sheet and the same sheet seen from behind, as leaves are made. */
const makeLeaf = (): Piece => {
  const front = makeSheet(8, 8, (u, v) => [u, v, 0.1 * Math.sin(9 * u)]);
  const back = [...front.indices].reverse();
  return { ...front, indices: Uint32Array.from([...front.indices, ...back]) };
};

/** Triangles anywhere, three of them on one edge, some without area. */
const makeSoup = (): Piece => {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const positions = Array.from({ length: 300 }, random);
  const indices = Array.from({ length: 600 }, () => Math.floor(random() * 100));
  return toPiece(positions, [...indices, 0, 1, 2, 0, 1, 3, 0, 1, 4, 5, 5, 6, 7, 7, 7]);
};

const makeShards = (): Piece => {
  const positions: number[] = [];
  for (let i = 0; i < 9000; i++) {
    const [x, y, z] = [i % 30, Math.floor(i / 30) % 30, Math.floor(i / 900)];
    positions.push(x, y, z, x + 0.5, y, z, x, y + 0.5, z + (i % 7) * 0.1);
  }
  return toPiece(
    positions,
    Array.from({ length: 27_000 }, (_, i) => i),
  );
};

async function unwrap(pieces: Readonly<Record<string, Piece>>, size = SIZE): Promise<Document> {
  const document = await buildModel(pieces);
  await packUv(document, { keepCharts: false, size });
  return document;
}

/** All triangles of the square, and the number of the chart each is in. */
function readSquare(document: Document) {
  const uvs: number[] = [];
  const charts: number[] = [];
  const areas: number[] = [];
  let first = 0;
  for (const { primitive, indices } of listSurfaces(document)) {
    const places = readFloats(primitive, ATLAS_UV)!;
    const positions = readFloats(primitive, 'POSITION')!;
    // What shares a point of the square is one chart.
    const points = new Map<string, number>();
    const corners = indices.map((vertex) => {
      const point = `${places[vertex * 2]} ${places[vertex * 2 + 1]}`;
      points.set(point, points.get(point) ?? vertex);
      return points.get(point)!;
    });
    const groups = groupConnectedVertices(corners, places.length / 2);
    for (let at = 0; at < indices.length; at += 3) {
      charts.push(first + groups[corners[at]!]!);
      for (let k = 0; k < 3; k++) uvs.push(places[indices[at + k]! * 2]!, places[indices[at + k]! * 2 + 1]!);
      const edge = (to: number) =>
        [0, 1, 2].map((k) => positions[indices[at + to]! * 3 + k]! - positions[indices[at]! * 3 + k]!);
      const [[a, b, c], [x, y, z]] = [edge(1), edge(2)] as [[number, number, number], [number, number, number]];
      areas.push(Math.hypot(b * z - c * y, c * x - a * z, a * y - b * x) / 2);
    }
    first += places.length / 2;
  }
  return { uvs, charts, areas, chartCount: new Set(charts).size };
}

/** Per texel the chart whose triangle holds its centre, −1 for none; how often two triangles hold one. */
function drawCharts({ uvs, charts }: { readonly uvs: readonly number[]; readonly charts: readonly number[] }) {
  const owners = new Int32Array(SIZE * SIZE).fill(-1);
  let shared = 0;
  charts.forEach((chart, triangle) => {
    const corner = (k: number) => [uvs[triangle * 6 + k * 2]! * SIZE, uvs[triangle * 6 + k * 2 + 1]! * SIZE] as const;
    const [[ax, ay], [bx, by], [cx, cy]] = [corner(0), corner(1), corner(2)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    for (let row = Math.floor(Math.min(ay, by, cy)); row <= Math.max(ay, by, cy); row++) {
      for (let column = Math.floor(Math.min(ax, bx, cx)); column <= Math.max(ax, bx, cx); column++) {
        const [x, y] = [column + 0.5, row + 0.5];
        const b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
        const c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
        // Strictly inside: neighbours share what lies on their edge.
        if (!(Math.min(b, c, 1 - b - c) > 1e-4)) continue;
        if (owners[row * SIZE + column] !== -1) shared++;
        owners[row * SIZE + column] = chart;
      }
    }
  });
  return { owners, shared };
}

/** The least distance of two texels of different charts, no more than `most`, along a row or column. */
function leastDistance(owners: Int32Array, most: number): number {
  let least = most;
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const owner = owners[row * SIZE + column]!;
      if (owner === -1) continue;
      for (let y = Math.max(0, row - least); y <= Math.min(SIZE - 1, row + least); y++) {
        for (let x = Math.max(0, column - least); x <= Math.min(SIZE - 1, column + least); x++) {
          const other = owners[y * SIZE + x]!;
          if (other === -1 || other === owner) continue;
          least = Math.min(least, Math.max(Math.abs(y - row), Math.abs(x - column)));
        }
      }
    }
  }
  return least;
}

test.each<readonly [string, Readonly<Record<string, Piece>>]>([
  ['a cube', { cube: makeCube() }],
  ['two balls', { one: makeBall(24), other: move(makeBall(12), [3, 0, 0]) }],
  ['a torus', { torus: makeTorus() }],
  ['a staircase of three turns', { stairs: makeStairs() }],
  ['a leaf with two sides', { leaf: makeLeaf() }],
  ['a soup of triangles', { soup: makeSoup() }],
  ['a needle', { needle: turnProfile(8, 6, () => 1e-3) }],
])('%s: no texel lies in two triangles, and charts keep their distance', async (_name, pieces) => {
  const square = readSquare(await unwrap(pieces));
  const { owners, shared } = drawCharts(square);
  expect(shared).toBe(0);
  // A texel belongs to what holds its centre, so the empty ones between are one fewer or one more.
  expect(leastDistance(owners, PADDING)).toBe(PADDING);
  expect(square.uvs.every((value) => value > 0 && value < 1)).toBe(true);
});

test('every triangle has its share of the square, whatever chart it is in', async () => {
  for (const piece of [makeCube(), makeBall(24), makeTorus()]) {
    const { uvs, areas } = readSquare(await unwrap({ piece }));
    const shares = areas.map((area, triangle) => {
      const [ax, ay, bx, by, cx, cy] = uvs.slice(triangle * 6, triangle * 6 + 6) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2 / area;
    });
    const usual =
      shares.reduce((sum, share, i) => sum + share * areas[i]!, 0) / areas.reduce((sum, area) => sum + area);
    for (const share of shares) {
      expect(share / usual).toBeGreaterThan(0.55);
      expect(share / usual).toBeLessThan(1.6);
    }
    // The square is well used.
    expect(usual * areas.reduce((sum, area) => sum + area)).toBeGreaterThan(0.45);
  }
});

test('charts are few: no more than six for a cube, than sixteen for a ball', async () => {
  expect(readSquare(await unwrap({ cube: makeCube() })).chartCount).toBeLessThanOrEqual(6);
  expect(readSquare(await unwrap({ ball: makeBall(32) })).chartCount).toBeLessThanOrEqual(16);
});

test('letters are not mirrored: triangles seen from outside are clockwise where v points down', async () => {
  const { uvs, charts } = readSquare(await unwrap({ ball: makeBall(12) }));
  charts.forEach((_, triangle) => {
    const [ax, ay, bx, by, cx, cy] = uvs.slice(triangle * 6, triangle * 6 + 6) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)).toBeLessThan(0);
  });
});

test('thousands of charts find room, at a smaller distance, and equal models get equal uvs', async () => {
  const pieces = { shards: makeShards() };
  const [one, other] = [readSquare(await unwrap(pieces, 256)), readSquare(await unwrap(pieces, 256))];
  expect(one.chartCount).toBe(9000);
  expect(one.uvs.every((value) => value >= 0 && value <= 1)).toBe(true);
  expect(one.uvs).toEqual(other.uvs);
});

test('kept charts keep their density, and those that lie on one another stay so', async () => {
  const sheet = makeSheet(2, 2, (u, v) => [u, v, 0]);
  // Left, right: one square of uvs twice, and a chart of half its edge beside it.
  const uvs = Float32Array.from([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 2, 0, 2.5, 0, 2.5, 0.5, 2, 0.5]);
  const positions = Float32Array.from({ length: 36 }, (_, i) => sheet.positions[i % sheet.positions.length]! + i);
  const indices = Uint32Array.from([0, 4, 8].flatMap((first) => [0, 1, 2, 0, 2, 3].map((k) => first + k)));
  const document = await buildModel({ piece: { positions, uvs, indices } }, { isTextured: true });
  await packUv(document, { keepCharts: true, size: SIZE });
  const { uvs: made } = readSquare(document);
  expect(made.slice(0, 12)).toEqual(made.slice(12, 24));
  const edge = (at: number) => Math.hypot(made[at + 2]! - made[at]!, made[at + 3]! - made[at + 1]!);
  expect(edge(0) / edge(24)).toBeCloseTo(2, 4);
  expect(made.slice(24)).not.toEqual(made.slice(0, 12));
});
