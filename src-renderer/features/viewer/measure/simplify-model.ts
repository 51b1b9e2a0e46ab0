import {
  BufferAttribute,
  Mesh,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  type Object3D,
  type TypedArray,
} from 'three';

/** Maximum number of drawn triangles: with more, orbiting is not smooth on a common graphics card. */
const MAX_SHOWN_TRIANGLES = 3_000_000;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/**
 * Removes triangles from a model that has too many to draw, evenly from all its meshes, which keep their materials,
 * poses and morphs. Returns the number left; null if there were few enough. For display only: holes may open and close.
 */
export async function simplifyModel(model: Object3D, most = MAX_SHOWN_TRIANGLES): Promise<number | null> {
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh) meshes.push(node as Mesh);
  });
  const count = () => meshes.reduce((sum, { geometry }) => sum + Math.floor(countCorners(geometry) / 3), 0);
  const share = most / count();
  if (!(share < 1)) return null;
  const { MeshoptSimplifier } = await import('three/addons/libs/meshopt_simplifier.module.js');
  await MeshoptSimplifier.ready;
  for (const geometry of new Set(meshes.map((mesh) => mesh.geometry))) {
    const positions = toFloats(geometry.getAttribute('position'));
    thinGeometry(geometry, (corners) => {
      const wanted = Math.floor((corners.length / 3) * share) * 3;
      return MeshoptSimplifier.simplifySloppy(corners, positions, 3, null, wanted, 1)[0];
    });
    compact(geometry, (indices) => MeshoptSimplifier.compactMesh(indices));
  }
  return count();
}

function countCorners(geometry: BufferGeometry): number {
  return (geometry.index ?? geometry.getAttribute('position')).count;
}

/** Simplifies the triangles of each material separately, by `thin`; replaces the index and the groups. */
export function thinGeometry(geometry: BufferGeometry, thin: (corners: Uint32Array) => Uint32Array): void {
  const all = geometry.index ? Uint32Array.from(geometry.index.array) : sequence(countCorners(geometry));
  const whole = [{ start: 0, count: all.length, materialIndex: 0 }];
  const groups = geometry.groups.length > 0 ? geometry.groups : whole;
  const parts = groups.map(({ start, count }) => {
    const corners = all.subarray(start, Math.min(start + count, all.length));
    return thin(corners.slice(0, corners.length - (corners.length % 3)));
  });
  const remaining = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  const named = geometry.groups.map(({ materialIndex }) => materialIndex);
  geometry.clearGroups();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    remaining.set(part, at);
    if (named.length > 0) geometry.addGroup(at, part.length, named[index]);
    at += part.length;
  }
  geometry.setIndex(new BufferAttribute(remaining, 1));
}

/** Removes unused vertices. */
function compact(geometry: BufferGeometry, number: (indices: Uint32Array) => [Uint32Array, number]): void {
  const indices = geometry.index?.array;
  if (!(indices instanceof Uint32Array) || indices.length === 0) return;
  const [places, count] = number(indices);
  const move = (attribute: Attribute) => gather(attribute, places, count);
  for (const [name, attribute] of Object.entries(geometry.attributes)) geometry.setAttribute(name, move(attribute));
  const morphs = geometry.morphAttributes as Record<string, Attribute[]>;
  for (const [name, list] of Object.entries(morphs)) morphs[name] = list.map(move);
}

/** Moves the used vertices to their new indices. */
function gather(attribute: Attribute, places: Uint32Array, count: number): BufferAttribute {
  const { itemSize, normalized } = attribute;
  const [from, stride, offset] =
    attribute instanceof BufferAttribute
      ? [attribute.array, itemSize, 0]
      : [attribute.data.array, attribute.data.stride, attribute.offset];
  const to = new (from.constructor as new (length: number) => TypedArray)(count * itemSize);
  for (let corner = 0; corner < Math.min(places.length, attribute.count); corner++) {
    const place = places[corner] ?? count;
    if (place >= count) continue;
    for (let part = 0; part < itemSize; part++)
      to[place * itemSize + part] = from[corner * stride + offset + part] ?? 0;
  }
  return new BufferAttribute(to, itemSize, normalized);
}

/** Converts positions to plain floats, three per vertex. */
export function toFloats(attribute: Attribute): Float32Array {
  if (attribute instanceof BufferAttribute && attribute.array instanceof Float32Array) return attribute.array;
  const floats = new Float32Array(attribute.count * 3);
  for (let corner = 0; corner < attribute.count; corner++)
    floats.set([attribute.getX(corner), attribute.getY(corner), attribute.getZ(corner)], corner * 3);
  return floats;
}

function sequence(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let at = 0; at < length; at++) numbers[at] = at;
  return numbers;
}
