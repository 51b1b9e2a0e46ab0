import type { VoxelBody } from './voxel-body.ts';

/** One connected component of a horizontal slice, in voxels. */
export interface SliceComponent {
  /** Area in voxels. */
  readonly area: number;
  readonly low: readonly [x: number, z: number];
  readonly high: readonly [x: number, z: number];
  readonly center: readonly [x: number, z: number];
}

/** Components smaller than this number of voxels are noise. */
const SMALLEST_PIECE = 4;

/** Returns the components of a row: face-connected voxels for which `isPart` is true. */
export function findSliceComponents(body: VoxelBody, row: number, isPart: (cube: number) => boolean): SliceComponent[] {
  const [nx, , nz] = body.counts;
  const start = row * nx * nz;
  const isSeen = new Uint8Array(nx * nz);
  const pieces: SliceComponent[] = [];
  const stack: number[] = [];
  const visit = (at: number): void => {
    if (isSeen[at] || !isPart(start + at)) return;
    isSeen[at] = 1;
    stack.push(at);
  };
  for (let first = 0; first < isSeen.length; first++) {
    visit(first);
    if (stack.length === 0) continue;
    let [area, sumX, sumZ] = [0, 0, 0];
    let [lowX, lowZ, highX, highZ] = [nx, nz, 0, 0];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, z] = [at % nx, Math.floor(at / nx)];
      area++;
      sumX += x;
      sumZ += z;
      [lowX, lowZ, highX, highZ] = [Math.min(lowX, x), Math.min(lowZ, z), Math.max(highX, x), Math.max(highZ, z)];
      if (x > 0) visit(at - 1);
      if (x < nx - 1) visit(at + 1);
      if (z > 0) visit(at - nx);
      if (z < nz - 1) visit(at + nx);
    }
    if (area < SMALLEST_PIECE) continue;
    pieces.push({ area, low: [lowX, lowZ], high: [highX, highZ], center: [sumX / area, sumZ / area] });
  }
  return pieces;
}
