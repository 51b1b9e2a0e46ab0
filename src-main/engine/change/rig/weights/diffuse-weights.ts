import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/** Number of blur rounds; 16 rounds blur borders by about ±4 voxels, 3 % of the height. */
const ROUNDS = 16;

/** Input of the diffusion. */
interface Field {
  readonly cubes: readonly number[];
  readonly rows: Int32Array;
  readonly offsets: readonly number[];
  readonly owners: Int16Array;
  readonly isRelated: Uint8Array;
  readonly bones: number;
  /** Bones that may influence the voxels of each owner. */
  readonly kin: readonly (readonly number[])[];
}

/**
 * Blurs the borders between the owners of solid voxels: in each round a voxel becomes the mean of itself and of its
 * neighbours with a related owner, restricted to related bones; its weights therefore sum to 1 or slightly less.
 */
export function diffuseWeights(
  { solid, counts }: VoxelBody,
  owners: Int16Array,
  isRelated: Uint8Array,
  bones: number,
): { rows: Int32Array; weights: Float32Array } {
  const rows = new Int32Array(solid.length).fill(-1);
  const cubes: number[] = [];
  for (let cube = 0; cube < solid.length; cube++) if (solid[cube]) rows[cube] = cubes.push(cube) - 1;
  const offsets = [1, -1, counts[0], -counts[0], counts[0] * counts[2], -counts[0] * counts[2]];
  const all = Array.from({ length: bones }, (_, bone) => bone);
  const kin = all.map((owner) => all.filter((bone) => isRelated[owner * bones + bone]));
  const field = { cubes, rows, offsets, owners, isRelated, bones, kin };
  const depths = findDepths(field);
  let weights = new Float32Array(cubes.length * bones);
  cubes.forEach((cube, row) => (weights[row * bones + owners[cube]!] = 1));
  let next = weights.slice();
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < cubes.length; row++) if (depths[row]! <= round) blur(field, row, weights, next);
    [weights, next] = [next, weights];
  }
  return { rows, weights };
}

/**
 * Computes the distance in voxels from each voxel to the nearest border; voxels do not change before the blur reaches
 * them.
 */
function findDepths({ cubes, rows, offsets, owners }: Field): Int32Array {
  const depths = new Int32Array(cubes.length).fill(ROUNDS);
  let ring = [...cubes.keys()].filter((row) =>
    offsets.some((offset) => rows[cubes[row]! + offset]! >= 0 && owners[cubes[row]! + offset] !== owners[cubes[row]!]),
  );
  for (let depth = 0; depth < ROUNDS && ring.length > 0; depth++) {
    const wider: number[] = [];
    for (const row of ring) {
      if (depths[row]! <= depth) continue;
      depths[row] = depth;
      for (const offset of offsets) {
        const other = rows[cubes[row]! + offset]!;
        if (other >= 0 && depths[other] === ROUNDS) wider.push(other);
      }
    }
    ring = wider;
  }
  return depths;
}

function blur(field: Field, row: number, weights: Float32Array, next: Float32Array): void {
  const { cubes, rows, offsets, owners, isRelated, bones, kin } = field;
  const cube = cubes[row]!;
  const owner = owners[cube]!;
  const own = kin[owner]!;
  const start = row * bones;
  for (const bone of own) next[start + bone] = weights[start + bone]!;
  let count = 1;
  for (const offset of offsets) {
    const other = rows[cube + offset]! * bones;
    if (other < 0 || !isRelated[owner * bones + owners[cube + offset]!]) continue;
    count++;
    for (const bone of own) next[start + bone]! += weights[other + bone]!;
  }
  for (const bone of own) next[start + bone]! /= count;
}
