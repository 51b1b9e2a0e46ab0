import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflateCoverage } from '../../../../src-main/engine/base/silhouette/inflate-coverage.ts';
import { fixReliefDiagonals } from '../../../../src-main/engine/base/silhouette/fix-relief-diagonals.ts';
import { mirrorHalf } from '../../../../src-main/engine/make/one-view/mirror-half.ts';
import { toReliefSurface } from '../../../../src-main/engine/make/one-view/relief-surface.ts';
import { roundLimbs } from '../../../../src-main/engine/make/one-view/round-limbs.ts';
import { smoothMesh } from '../../../../src-main/engine/base/mesh/smooth-mesh.ts';
import { shapeFromMask } from '../../../../src-main/engine/make/one-view/shape-from-mask.ts';
import type { CoverageGrid } from '../../../../src-main/engine/base/silhouette/coverage-grid.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../../../src-main/engine/base/mesh/vertex-normals.ts';
import { disc, figure, paint } from './pictures.ts';

/** Returns the signed volume, positive if the surface is wound counter-clockwise seen from outside. */
function volume({ positions, indices }: TriangleMesh): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k]!, 3 * indices[t + k]! + 3));
    sum += a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!);
    sum += a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!);
    sum += a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  }
  return sum / 6;
}

function gridOf(edge: number, isCovered: (x: number, y: number) => boolean) {
  const values = new Float32Array(edge * edge);
  for (let y = 3; y < edge - 3; y++) for (let x = 3; x < edge - 3; x++) if (isCovered(x, y)) values[y * edge + x] = 1;
  return { width: edge, height: edge, values, padding: 3, outline: 0.5 };
}

/** Returns both halves of the full surface of a grid. */
function toBody(grid: CoverageGrid, backDepth = 1) {
  const half = toReliefSurface(fixReliefDiagonals(inflateCoverage(grid)), grid);
  return mirrorHalf({ ...half, normals: toVertexNormals(half) }, backDepth);
}

describe('inflating a silhouette', () => {
  it('turns a disc into a ball', () => {
    const soft = gridOf(70, () => false);
    for (let i = 0; i < soft.values.length; i++) {
      const distance = Math.hypot((i % 70) - 35, Math.floor(i / 70) - 35);
      soft.values[i] = Math.min(1, Math.max(0, 25.5 - distance));
    }
    const surface = toBody(soft);
    for (let i = 0; i < surface.positions.length; i += 3) {
      const [x, y, z] = surface.positions.subarray(i, i + 3);
      expect(Math.hypot(x! - 35, y! - 35, z!)).toBeCloseTo(25, -0.2);
    }
    expect(volume(surface)).toBeGreaterThan(0.95 * (4 / 3) * Math.PI * 25 ** 3);
    expect(volume(surface)).toBeLessThan(1.05 * (4 / 3) * Math.PI * 25 ** 3);
  });

  it('makes a limb as deep as it is wide, and leaves a disc unchanged', () => {
    const bar = gridOf(70, (x) => x >= 25 && x < 45);
    const depthAt = (grid: CoverageGrid, at: number) =>
      Math.sqrt(roundLimbs(inflateCoverage(grid), grid).squaredHeights[at]!);
    expect(depthAt(bar, 35 * 70 + 35)).toBeGreaterThan(9.3);
    expect(depthAt(bar, 35 * 70 + 35)).toBeLessThan(10.7);
    const round = gridOf(70, (x, y) => Math.hypot(x - 35, y - 35) < 25.5);
    expect(depthAt(round, 35 * 70 + 35)).toBeGreaterThan(24.3);
    expect(depthAt(round, 35 * 70 + 35)).toBeLessThan(26.2);
  });

  it('matches the outline of the mask to a fraction of a cell, on the plane between front and back', async () => {
    const mask = { width: 400, height: 400, data: alphaOf(paint(400, 400, disc(0.9), [0, 0, 0], null)) };
    const { mesh, grid } = await shapeFromMask(
      mask,
      { left: 0, top: 0, width: 400, height: 400 },
      0.9,
      4000,
      () => undefined,
    );
    const scale = (grid.width - 2 * grid.padding) / 400;
    let rim = 0;
    for (let v = 0; v < mesh.positions.length; v += 3) {
      if (mesh.positions[v + 2] !== 0) continue;
      rim++;
      const [x, y] = [0, 1].map((k) => (mesh.positions[v + k]! - grid.padding + 0.5) / scale - 200);
      expect(Math.abs(Math.hypot(x!, y!) - 180)).toBeLessThan(0.5);
    }
    expect(rim).toBeGreaterThan(40);
  });

  it('is closed, manifold and wound outwards for any pattern of cells', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (cells) => {
        fc.pre(cells.includes(true));
        const grid = gridOf(14, (x, y) => cells[(y - 3) * 8 + x - 3]!);
        const surface = toBody(grid);
        expect(isClosed(surface)).toBe(true);
        expect(isClosed(smoothMesh(surface, 3))).toBe(true);
        expect(volume(surface)).toBeGreaterThan(0);
        const flatter = toBody(grid, 0.4);
        expect(isClosed(flatter)).toBe(true);
        expect(volume(flatter)).toBeLessThan(volume(surface));
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it.each([48, 500, 5000, 20_000])('respects a limit of %i triangles and stays closed', async (faceLimit) => {
    for (const outline of [disc(0.8), figure]) {
      const mask = { width: 256, height: 256, data: alphaOf(paint(256, 256, outline, [0, 0, 0], null)) };
      const box = { left: 0, top: 0, width: 256, height: 256 };
      const { mesh } = await shapeFromMask(mask, box, 0.9, faceLimit, () => undefined);
      expect(mesh.indices.length / 3).toBeLessThanOrEqual(faceLimit);
      expect(mesh.indices.length / 3).toBeGreaterThan(faceLimit / 4);
      expect(isClosed(mesh)).toBe(true);
      expect(volume(mesh)).toBeGreaterThan(0);
    }
  });

  it('keeps a sieve with two hundred holes within the limit and closed', async () => {
    const sieve = (x: number, y: number): boolean =>
      Math.max(Math.abs(x), Math.abs(y)) < 0.95 &&
      Math.hypot(((x + 2) % 0.13) - 0.065, ((y + 2) % 0.13) - 0.065) > 0.035;
    const mask = { width: 400, height: 400, data: alphaOf(paint(400, 400, sieve, [0, 0, 0], null)) };
    const box = { left: 0, top: 0, width: 400, height: 400 };
    const { mesh } = await shapeFromMask(mask, box, 0.9, 500, () => undefined);
    expect(mesh.indices.length / 3).toBeLessThanOrEqual(500);
    expect(isClosed(mesh)).toBe(true);
  });
});

describe('isClosed', () => {
  const tetrahedron: TriangleMesh = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  };

  it('accepts a tetrahedron and rejects one with a hole, a reversed face or a duplicate face', () => {
    const { positions, indices } = tetrahedron;
    expect(isClosed(tetrahedron)).toBe(true);
    expect(isClosed({ positions, indices: indices.subarray(0, 9) })).toBe(false);
    expect(isClosed({ positions, indices: Uint32Array.of(...indices.subarray(0, 9), 1, 3, 2) })).toBe(false);
    expect(isClosed({ positions, indices: Uint32Array.of(...indices, 1, 2, 3) })).toBe(false);
    expect(isClosed({ positions: new Float32Array(12), indices })).toBe(false);
  });
});

function alphaOf(rgba: Buffer): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 3]!);
}
