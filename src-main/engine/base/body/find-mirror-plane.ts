import type { VoxelBody } from './voxel-body.ts';

/** The plane of left–right symmetry of a body. */
export interface MirrorPlane {
  /** Column of the plane, in voxels; a half lies between two columns. */
  readonly middle: number;
  /** Share of the body that has a mirrored counterpart on the other side, within one voxel. */
  readonly likeness: number;
}

/** Search range around the middle of the bounding box, as a share of the height. */
const REACH = 0.08;

/** Sampling strides. The first that does not divide the number of columns is used, so that every column is sampled. */
const SAMPLES = [7, 5, 3];

/** Finds the upright plane from front to back with the best left–right symmetry. */
export function findMirrorPlane(body: VoxelBody): MirrorPlane {
  const { counts, solid } = body;
  const [nx, ny] = counts;
  const sample = SAMPLES.find((each) => nx % each !== 0) ?? 1;
  const cubes: number[] = [];
  for (let cube = 0; cube < solid.length; cube += sample) if (solid[cube]) cubes.push(cube);
  const likenessOf = (twice: number): number => {
    let alike = 0;
    for (const cube of cubes) {
      const x = cube % nx;
      const other = twice - x;
      if (other < 1 || other >= nx - 1) continue;
      const at = cube - x + other;
      if (solid[at] || solid[at - 1] || solid[at + 1]) alike++;
    }
    return alike / cubes.length;
  };

  const reach = Math.round(ny * REACH * 2);
  let best = { middle: (nx - 1) / 2, likeness: likenessOf(nx - 1) };
  for (let shift = 1; shift <= reach; shift++) {
    for (const twice of [nx - 1 - shift, nx - 1 + shift]) {
      const likeness = likenessOf(twice);
      if (likeness > best.likeness + 0.005) best = { middle: twice / 2, likeness };
    }
  }
  return best;
}
