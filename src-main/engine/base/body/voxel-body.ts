import type { FlatPrimitive } from '../document/flat-mesh.ts';
import { subtract, type Vector3 } from '../maths/vector.ts';

/** The volume a body fills, as voxels. */
export interface VoxelBody {
  /** Number of voxels along x, y and z; the outermost ones are empty. */
  readonly counts: Vector3;
  /** Minimum corner of the first voxel, in metres. */
  readonly origin: Vector3;
  /** Edge length of a voxel, in metres. */
  readonly step: number;
  /** 1: surface or inside. Voxel x, y, z is at `(y * counts z + z) * counts x + x`, so that a slice is contiguous. */
  readonly solid: Uint8Array;
}

/** Maximum number of voxels along the longest side of a body; for an adult human one is about 15 mm. */
const RESOLUTION = 128;
/** Maximum number of voxels in the bounding box: stout bodies need no fine voxels. */
const MAX_CUBES = 200_000;
const MARGIN = 2;
const SAMPLES_A_CUBE = 2.5;

/**
 * Voxelizes a body: voxels touched by its triangles, and all enclosed ones. Overlapping parts are merged; a body with
 * holes yields its shell only. Returns null if no triangle has an area.
 */
export function toVoxelBody(primitives: readonly Pick<FlatPrimitive, 'positions' | 'indices'>[]): VoxelBody | null {
  const { low, high } = findBox(primitives);
  const [width, height, depth] = subtract(high, low);
  const longest = Math.max(width, height, depth);
  if (!(longest > 0 && Number.isFinite(longest))) return null;
  const step = Math.max(longest / RESOLUTION, Math.cbrt((width * height * depth) / MAX_CUBES));
  const counts = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / step) + 1 + 2 * MARGIN) as unknown as Vector3;
  const origin = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2 - (counts[k]! * step) / 2) as unknown as Vector3;
  const solid = new Uint8Array(counts[0] * counts[1] * counts[2]);
  const body = { counts, origin, step, solid };
  for (const primitive of primitives) markSurface(primitive, body);
  fillInside(body);
  return body;
}

/** Returns the index of the voxel at a point in metres; −1 outside of the grid. */
export function cubeAt({ counts, origin, step }: VoxelBody, [px, py, pz]: Vector3): number {
  const x = Math.floor((px - origin[0]) / step);
  const y = Math.floor((py - origin[1]) / step);
  const z = Math.floor((pz - origin[2]) / step);
  const isInside = x >= 0 && y >= 0 && z >= 0 && x < counts[0] && y < counts[1] && z < counts[2];
  return isInside ? (y * counts[2] + z) * counts[0] + x : -1;
}

/** Returns the centre of the voxel at a column, row and depth (fractions allowed), in metres. */
export function cubeCenter({ origin, step }: VoxelBody, x: number, y: number, z: number): Vector3 {
  return [origin[0] + (x + 0.5) * step, origin[1] + (y + 0.5) * step, origin[2] + (z + 0.5) * step];
}

function findBox(primitives: readonly Pick<FlatPrimitive, 'positions' | 'indices'>[]): { low: Vector3; high: Vector3 } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of primitives) {
    for (const vertex of indices) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, positions[vertex * 3 + k]!);
        high[k] = Math.max(high[k]!, positions[vertex * 3 + k]!);
      }
    }
  }
  return { low, high };
}

function markSurface({ positions, indices }: Pick<FlatPrimitive, 'positions' | 'indices'>, body: VoxelBody): void {
  const { counts, origin, step, solid } = body;
  const corner = (vertex: number, k: number) => (positions[vertex * 3 + k]! - origin[k]!) / step;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const [ax, ay, az] = [corner(a, 0), corner(a, 1), corner(a, 2)];
    const [ux, uy, uz] = [corner(b, 0) - ax, corner(b, 1) - ay, corner(b, 2) - az];
    const [vx, vy, vz] = [corner(c, 0) - ax, corner(c, 1) - ay, corner(c, 2) - az];
    const longest = Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz), Math.hypot(ux - vx, uy - vy, uz - vz));
    const pieces = Math.max(1, Math.ceil(longest * SAMPLES_A_CUBE));
    for (let i = 0; i <= pieces; i++) {
      for (let j = 0; i + j <= pieces; j++) {
        const [s, r] = [i / pieces, j / pieces];
        const x = Math.floor(ax + ux * s + vx * r);
        const y = Math.floor(ay + uy * s + vy * r);
        const z = Math.floor(az + uz * s + vz * r);
        solid[(y * counts[2] + z) * counts[0] + x] = 1;
      }
    }
  }
}

/** Flood-fills the outside from the first, empty voxel; unreached voxels are inside. */
function fillInside({ counts: [nx, ny, nz], solid }: VoxelBody): void {
  const isOutside = new Uint8Array(solid.length);
  const stack = new Int32Array(solid.length);
  let top = 0;
  const visit = (cube: number): void => {
    if (solid[cube] || isOutside[cube]) return;
    isOutside[cube] = 1;
    stack[top++] = cube;
  };
  visit(0);
  const row = nx * nz;
  while (top > 0) {
    const cube = stack[--top]!;
    const x = cube % nx;
    const z = Math.floor(cube / nx) % nz;
    const y = Math.floor(cube / row);
    if (x > 0) visit(cube - 1);
    if (x < nx - 1) visit(cube + 1);
    if (z > 0) visit(cube - nx);
    if (z < nz - 1) visit(cube + nx);
    if (y > 0) visit(cube - row);
    if (y < ny - 1) visit(cube + row);
  }
  for (let cube = 0; cube < solid.length; cube++) solid[cube] = isOutside[cube] ? 0 : 1;
}
