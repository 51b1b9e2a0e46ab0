import type { Dimensions } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { DescribedGltf, ReadBinary } from './described-gltf.ts';

/** Sixteen numbers, column-major as in glTF. */
type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Maximum difference of equal matrices, as a share of their largest number. */
const TOLERANCE = 1e-4;
/** Far above the joint count of any character. */
const MAX_JOINTS = 10_000;
/** Largest values of normalized integers, which represent −1 to 1 or 0 to 1 (glTF 2.0, 3.11). */
const NORMALIZED: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 };
const FLOAT = 5126;

/**
 * Size of the bounding box of some glTF nodes, in metres along the axes, from the bounds of their accessors;
 * skinned meshes in their current pose. Null if the bounds are not sufficient: a rotated object, different joint
 * transforms, morph targets, instanced meshes, or no geometry.
 */
export async function findGltfBounds(
  gltf: DescribedGltf,
  shown: ReadonlySet<number>,
  readBinary: ReadBinary,
): Promise<Dimensions | null> {
  const worlds = findWorlds(gltf);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const at of shown) {
    const node = gltf.nodes[at]!;
    const mesh = gltf.meshes[node.mesh ?? -1];
    if (!mesh) continue;
    const weights = (node['weights'] as number[] | undefined) ?? mesh.weights;
    if (weights.some((weight) => weight !== 0) || hasCopies(node)) return null;
    const isSkinned = node.skin !== undefined && mesh.primitives.every(({ attributes }) => 'JOINTS_0' in attributes);
    const matrix = isSkinned ? await findSkinMatrix(gltf, node.skin!, worlds, readBinary) : worlds.get(at);
    if (!matrix || !isStraight(matrix)) return null;
    for (const { attributes } of mesh.primitives) {
      const corners = findCorners(gltf, attributes['POSITION']);
      if (!corners) return null;
      for (const corner of corners) {
        const point = transform(matrix, corner);
        point.forEach((value, axis) => {
          low[axis] = Math.min(low[axis]!, value);
          high[axis] = Math.max(high[axis]!, value);
        });
      }
    }
  }
  const [x, y, z] = high.map((value, axis) => value - low[axis]!) as [number, number, number];
  return Number.isFinite(x + y + z) ? [x, y, z] : null;
}

/** True if a node draws its mesh several times in the programs that support this. */
export function hasCopies(node: DescribedGltf['nodes'][number]): boolean {
  const { extensions } = node as { extensions?: Record<string, unknown> };
  return extensions !== undefined && 'EXT_mesh_gpu_instancing' in extensions;
}

/** World matrices of all nodes. */
function findWorlds({ nodes }: DescribedGltf): Map<number, Matrix> {
  const children = new Set(nodes.flatMap((node) => node.children));
  const worlds = new Map<number, Matrix>();
  let level = [...nodes.keys()].filter((at) => !children.has(at)).map((at) => ({ at, above: IDENTITY }));
  while (level.length > 0) {
    level = level.flatMap(({ at, above }) => {
      const node = nodes[at];
      if (!node || worlds.has(at)) return [];
      const world = multiply(above, localMatrix(node));
      worlds.set(at, world);
      return node.children.map((child) => ({ at: child, above: world }));
    });
  }
  return worlds;
}

function localMatrix({ matrix, translation, rotation, scale }: DescribedGltf['nodes'][number]): Matrix {
  if (matrix) return matrix;
  const [x = 0, y = 0, z = 0, w = 1] = rotation ?? [];
  const [sx = 1, sy = 1, sz = 1] = scale ?? [];
  const [tx = 0, ty = 0, tz = 0] = translation ?? [];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)].map((value) => value * sx),
    0,
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)].map((value) => value * sy),
    0,
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)].map((value) => value * sz),
    0,
    ...[tx, ty, tz, 1],
  ];
}

/** The transform that a skin's joints apply to every vertex, if it is the same for all (glTF 2.0, 3.7.3.3). */
async function findSkinMatrix(
  { skins, accessors, bufferViews, buffers }: DescribedGltf,
  skinAt: number,
  worlds: ReadonlyMap<number, Matrix>,
  readBinary: ReadBinary,
): Promise<Matrix | null> {
  const { joints = [], inverseBindMatrices } = skins[skinAt] ?? {};
  if (joints.length === 0 || joints.length > MAX_JOINTS) return null;
  let binds: Matrix[] | null = null;
  if (inverseBindMatrices !== undefined) {
    const accessor = accessors[inverseBindMatrices];
    const view = bufferViews[accessor?.bufferView ?? -1];
    const isPlain = accessor?.type === 'MAT4' && accessor.componentType === FLOAT && accessor.sparse === undefined;
    if (!view || !accessor || !isPlain || view.buffer !== 0 || view.extensions || view.byteStride) return null;
    const bytes = await readBinary(view.byteOffset + accessor.byteOffset, joints.length * 64, buffers[0]?.uri);
    if (!bytes) return null;
    binds = joints.map((_, joint) => IDENTITY.map((__, entry) => bytes.readFloatLE(64 * joint + 4 * entry)));
  }
  let first: Matrix | null = null;
  for (const [at, joint] of joints.entries()) {
    const world = worlds.get(joint);
    if (!world) return null;
    const matrix = multiply(world, binds?.[at] ?? IDENTITY);
    first ??= matrix;
    if (!isNear(first, matrix)) return null;
  }
  return first;
}

/** The bounds of a position accessor, in metres. */
function findCorners({ accessors }: DescribedGltf, at: number | undefined): (readonly number[])[] | null {
  const { min, max, componentType = 0, normalized } = accessors[at ?? -1] ?? {};
  if (!min || !max) return null;
  if (!normalized) return [min, max];
  const whole = NORMALIZED[componentType];
  return whole === undefined ? null : [min, max].map((corner) => corner.map((value) => Math.max(value / whole, -1)));
}

/** True if the box of the transformed points is the transformed box: each axis maps to one axis. */
function isStraight(matrix: Matrix): boolean {
  const columns = [0, 4, 8].map((from) => matrix.slice(from, from + 3).map(Math.abs));
  const largest = Math.max(...columns.flat());
  return columns.every((column) => column.filter((entry) => entry > TOLERANCE * largest).length <= 1);
}

function isNear(one: Matrix, other: Matrix): boolean {
  const largest = Math.max(...one.map(Math.abs));
  return one.every((entry, at) => Math.abs(entry - other[at]!) <= TOLERANCE * largest);
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return IDENTITY.map((_, at) => {
    const [row, column] = [at % 4, at - (at % 4)];
    return (
      a[row]! * b[column]! + a[row + 4]! * b[column + 1]! + a[row + 8]! * b[column + 2]! + a[row + 12]! * b[column + 3]!
    );
  });
}

function transform(m: Matrix, [x = 0, y = 0, z = 0]: readonly number[]): number[] {
  return [0, 1, 2].map((row) => m[row]! * x + m[row + 4]! * y + m[row + 8]! * z + m[row + 12]!);
}
