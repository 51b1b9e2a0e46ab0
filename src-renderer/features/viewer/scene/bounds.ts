import { Box3, Matrix4, Mesh, Sphere, type BufferGeometry, type Object3D } from 'three';

/** Position of a mesh's vertices in its array: the first at `offset`, the next `stride` further. */
interface Corners {
  readonly array: ArrayLike<number>;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Returns the bounding box of a model in the rest pose, in the units of its parent. O(vertices); three's precise box,
 * which calls several functions per vertex, is used only for skinned, morphed or instanced meshes.
 */
export function restPoseBox(object: Object3D): Box3 {
  object.updateWorldMatrix(true, false);
  // Unlike `updateWorldMatrix`, this also updates what skinned meshes derive from their matrices.
  object.updateMatrixWorld(true);
  const box = new Box3();
  let isPlain = true;
  object.traverse((node) => {
    if (!('geometry' in node) || !isPlain) return;
    const corners = isRigid(node) ? findCorners(node.geometry) : null;
    if (corners) box.union(boxOf(corners, node.matrixWorld));
    else isPlain = false;
  });
  return isPlain ? box : new Box3().setFromObject(object, true);
}

/**
 * Returns a bounding sphere of a geometry: centred on its box, through its farthest vertex; ignores vertices that are
 * not numbers. O(vertices).
 */
export function boundingSphereOf(geometry: BufferGeometry): Sphere {
  const hasShapes = Object.keys(geometry.morphAttributes).length > 0;
  const corners = hasShapes ? null : findCorners(geometry);
  if (!corners) {
    geometry.computeBoundingSphere();
    return geometry.boundingSphere ?? new Sphere();
  }
  const { center } = boxOf(corners, new Matrix4()).getBoundingSphere(new Sphere());
  const { array, offset, stride, count } = corners;
  let most = 0;
  for (let corner = 0, at = offset; corner < count; corner++, at += stride) {
    const x = array[at]! - center.x;
    const y = array[at + 1]! - center.y;
    const z = array[at + 2]! - center.z;
    const squared = x * x + y * y + z * z;
    if (squared > most) most = squared;
  }
  return new Sphere(center, Math.sqrt(most));
}

function isRigid(node: Object3D): node is Mesh {
  if (!(node instanceof Mesh) || 'isSkinnedMesh' in node || 'isInstancedMesh' in node) return false;
  return Object.keys((node as Mesh).geometry.morphAttributes).length === 0;
}

/** Returns null if there are none, or if they need computation. */
function findCorners({ attributes }: BufferGeometry): Corners | null {
  const { position } = attributes;
  if (!position || position.normalized || position.itemSize !== 3) return null;
  const { count } = position;
  if (!('isInterleavedBufferAttribute' in position)) return { array: position.array, offset: 0, stride: 3, count };
  const { offset, data } = position;
  return { array: data.array, offset, stride: data.stride, count };
}

function boxOf({ array, offset, stride, count }: Corners, { elements: m }: Matrix4): Box3 {
  const box = new Box3();
  if (count === 0) return box;
  const [a, b, c, d, e, f, g, h, i, j, k, l] = [
    m[0],
    m[4],
    m[8],
    m[12],
    m[1],
    m[5],
    m[9],
    m[13],
    m[2],
    m[6],
    m[10],
    m[14],
  ];
  let [left, low, back] = [Infinity, Infinity, Infinity];
  let [right, high, front] = [-Infinity, -Infinity, -Infinity];
  for (let corner = 0, at = offset; corner < count; corner++, at += stride) {
    const px = array[at]!;
    const py = array[at + 1]!;
    const pz = array[at + 2]!;
    const x = a * px + b * py + c * pz + d;
    const y = e * px + f * py + g * pz + h;
    const z = i * px + j * py + k * pz + l;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < low) low = y;
    if (y > high) high = y;
    if (z < back) back = z;
    if (z > front) front = z;
  }
  box.min.set(left, low, back);
  box.max.set(right, high, front);
  return box;
}
