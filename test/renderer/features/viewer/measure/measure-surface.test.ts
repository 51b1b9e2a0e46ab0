import { describe, expect, it } from 'vitest';
import {
  measureSurface,
  type SurfacePart,
} from '../../../../../src-renderer/features/viewer/measure/measure-surface.ts';

/** A cube of edge 1 with its own corners for every face, as files with hard edges have them. */
function buildCube(): { positions: Float32Array; normals: Float32Array; indices: number[] } {
  const sides = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ].flatMap(([axis = 0, u = 0, v = 0]) => [1, -1].map((sign) => ({ axis, u, v, sign })));
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const { axis, u, v, sign } of sides) {
    const first = positions.length / 3;
    for (const [a, b] of [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ]) {
      const place = [0, 0, 0];
      place[axis] = sign / 2;
      place[u] = (a ?? 0) * sign;
      place[v] = b ?? 0;
      positions.push(...place);
      normals.push(...[0, 1, 2].map((each) => (each === axis ? sign : 0)));
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  return { positions: new Float32Array(positions), normals: new Float32Array(normals), indices };
}

const CLEAN = { openEdges: 0, manySidedEdges: 0, turnedEdges: 0, flippedFaces: 0, thinFaces: 0, isInsideOut: false };

/** The indices with the winding of some triangles turned. */
function turn(indices: readonly number[], isTurned: (triangle: number) => boolean): number[] {
  return indices.map((index, at) => {
    const [triangle, corner] = [Math.floor(at / 3), at % 3];
    return isTurned(triangle) && corner > 0 ? (indices[triangle * 3 + 3 - corner] ?? 0) : index;
  });
}

describe('the measure of a surface', () => {
  it('finds nothing wrong with a closed cube, whose corners are told apart by their normals only', () => {
    expect(measureSurface([buildCube()])).toEqual(CLEAN);
  });

  it('takes two parts that close each other for one surface, with indices or without', () => {
    const { positions, indices } = buildCube();
    const flat = new Float32Array(
      indices.slice(6).flatMap((index) => [...positions.subarray(index * 3, index * 3 + 3)]),
    );
    const lid: SurfacePart = { positions, normals: null, indices: indices.slice(0, 6) };
    expect(measureSurface([lid, { positions: flat, normals: null, indices: null }])).toEqual(CLEAN);
  });

  it('counts the edges around a hole', () => {
    const { indices, ...rest } = buildCube();
    expect(measureSurface([{ ...rest, indices: indices.slice(6) }])).toEqual({ ...CLEAN, openEdges: 4 });
  });

  it('counts edges between faces that look opposite ways, and faces that look against their normals', () => {
    const { indices, ...rest } = buildCube();
    const facts = measureSurface([{ ...rest, indices: turn(indices, (triangle) => triangle === 0) }]);
    expect(facts).toEqual({ ...CLEAN, turnedEdges: 3, flippedFaces: 1 });
  });

  it('tells a surface that is turned inside out', () => {
    const { indices, positions } = buildCube();
    const facts = measureSurface([{ positions, normals: null, indices: turn(indices, () => true) }]);
    expect(facts).toEqual({ ...CLEAN, isInsideOut: true });
  });

  it('counts edges with three faces, and faces without area apart', () => {
    const { positions, indices } = buildCube();
    const [a = 0, b = 0] = indices;
    const fin = new Float32Array([
      ...positions.subarray(a * 3, a * 3 + 3),
      ...positions.subarray(b * 3, b * 3 + 3),
      9,
      9,
      9,
    ]);
    const parts = [
      { positions, normals: null, indices },
      { positions: fin, normals: null, indices: [0, 1, 2, 0, 0, 1] },
    ];
    expect(measureSurface(parts)).toMatchObject({ manySidedEdges: 1, openEdges: 2, thinFaces: 1 });
  });

  it('takes 0 and -0 for one place', () => {
    const corners = (zero: number) => new Float32Array([zero, 0, 0, 1, 0, 0, 0, 1, 0]);
    const parts = [
      { positions: corners(0), normals: null, indices: [0, 1, 2] },
      { positions: corners(-0), normals: null, indices: [0, 2, 1] },
    ];
    expect(measureSurface(parts).openEdges).toBe(0);
  });
});
