import type { CubeWeights } from './spread-weights.ts';
import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/** Joints and weights of vertices, four each. */
export interface VertexWeights {
  readonly joints: Uint8Array;
  /** Weights in descending order; they sum to 1 per vertex. */
  readonly weights: Float32Array;
}

/** Maximum number of bones per vertex, one set of glTF attributes. */
const INFLUENCES = 4;
/** Minimum weight as a share of the vertex's largest; smaller ones are removed. */
const MIN_SHARE = 0.01;

/** Interpolates the weights at positions (xyz, metres) between the surrounding voxels. */
export function weighVertices(
  body: VoxelBody,
  cubes: CubeWeights,
  positions: Float32Array,
  bones: number,
): VertexWeights {
  const count = positions.length / 3;
  const joints = new Uint8Array(count * INFLUENCES);
  const weights = new Float32Array(count * INFLUENCES);
  const sums = new Float64Array(bones);
  for (let vertex = 0; vertex < count; vertex++) {
    sumAround(body, cubes, positions, vertex, sums);
    const chosen = [...sums.keys()].filter((k) => sums[k]! > 0).sort((a, b) => sums[b]! - sums[a]!);
    const largest = sums[chosen[0]!]!;
    const kept = chosen.slice(0, INFLUENCES).filter((k) => sums[k]! >= MIN_SHARE * largest);
    const total = kept.reduce((sum, k) => sum + sums[k]!, 0);
    kept.forEach((k, i) => {
      joints[vertex * INFLUENCES + i] = k;
      weights[vertex * INFLUENCES + i] = sums[k]! / total;
    });
  }
  return { joints, weights };
}

/** Writes the mean of the eight voxels around a vertex that belong to its own bone or to related ones. */
function sumAround(
  { counts, origin, step }: VoxelBody,
  { rows, weights, owners, isRelated }: CubeWeights,
  positions: Float32Array,
  vertex: number,
  sums: Float64Array,
): void {
  const bones = sums.length;
  const place = (k: number) =>
    Math.min(counts[k]! - 2.001, Math.max(1, (positions[vertex * 3 + k]! - origin[k]!) / step - 0.5));
  const [x, y, z] = [place(0), place(1), place(2)];
  const [fx, fy, fz] = [x - Math.floor(x), y - Math.floor(y), z - Math.floor(z)];
  const at = (dx: number, dy: number, dz: number) =>
    ((Math.floor(y) + dy) * counts[2] + Math.floor(z) + dz) * counts[0] + Math.floor(x) + dx;
  const own = owners[at(Math.round(fx), Math.round(fy), Math.round(fz))]!;
  sums.fill(0);
  for (let corner = 0; corner < 8; corner++) {
    const [dx, dy, dz] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const cube = at(dx, dy, dz);
    const row = rows[cube]!;
    const share = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy) * (dz ? fz : 1 - fz);
    if (row < 0 || share < 1e-9 || !isRelated[own * bones + owners[cube]!]) continue;
    for (let k = 0; k < bones; k++) sums[k]! += weights[row * bones + k]! * share;
  }
  if (sums.every((value) => value === 0)) sums[own] = 1;
}
