import { type VertexSources } from './vertex-sources.ts';
import { Accessor, type Primitive } from '@gltf-transform/core';
import { mixInfluences } from './mix-influences.ts';

const TRIANGLES = 4;

/**
 * Gives a primitive new vertices and triangles, in place, with every attribute, morph targets included.
 *
 * Accessors are created, never changed, so other primitives that share them are safe. Between two vertices floats and
 * colours are interpolated linearly, normals and tangents normalized; joints and their weights are mixed joint by joint
 * (`mixInfluences`); the tangent's sign is that of the nearer vertex. O(vertices × attributes).
 */
export function rebuildPrimitive(primitive: Primitive, sources: VertexSources, triangles: Uint32Array): void {
  const influences = sources.to ? mixInfluences(primitive, sources) : null;
  for (const semantic of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(semantic)!;
    const mixed = influences?.get(semantic);
    primitive.setAttribute(
      semantic,
      mixed ? newLike(accessor).setType('VEC4').setArray(mixed) : mixAccessor(accessor, semantic, sources),
    );
  }
  for (const target of primitive.listTargets()) {
    for (const semantic of target.listSemantics()) {
      target.setAttribute(semantic, mixAccessor(target.getAttribute(semantic)!, `TARGET_${semantic}`, sources));
    }
  }
  const position = primitive.getAttribute('POSITION')!;
  const indices = newLike(position).setType('SCALAR').setArray(smallestIndices(triangles, sources.from.length));
  primitive.setIndices(indices).setMode(TRIANGLES);
}

function newLike(accessor: Accessor): Accessor {
  const copy = accessor.clone();
  copy.setSparse(false).setNormalized(false).setArray(null).setName('');
  return copy;
}

function smallestIndices(
  triangles: Uint32Array,
  vertexCount: number,
): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  return vertexCount < 0xffff ? Uint16Array.from(triangles) : Uint32Array.from(triangles);
}

function mixAccessor(accessor: Accessor, semantic: string, { from, to, share }: VertexSources): Accessor {
  const size = accessor.getElementSize();
  const old = accessor.getArray()!;
  const array = new (old.constructor as new (length: number) => typeof old)(from.length * size);
  const isWhole = semantic.startsWith('JOINTS_');
  const isUnit = semantic === 'NORMAL' || semantic === 'TANGENT';
  const rounds = !(old instanceof Float32Array);

  for (let i = 0; i < from.length; i++) {
    const a = from[i]! * size;
    const t = share?.[i] ?? 0;
    const b = to && t > 0 ? to[i]! * size : a;
    if (isWhole || a === b) {
      const nearer = t > 0.5 ? b : a;
      for (let k = 0; k < size; k++) array[i * size + k] = old[nearer + k]!;
      continue;
    }
    for (let k = 0; k < size; k++) {
      const mixed = old[a + k]! * (1 - t) + old[b + k]! * t;
      array[i * size + k] = rounds ? Math.round(mixed) : mixed;
    }
    if (isUnit && !rounds) makeUnit(array as Float32Array, i * size, old, a);
    if (semantic === 'TANGENT') array[i * size + 3] = old[(t > 0.5 ? b : a) + 3]!;
  }
  return newLike(accessor).setType(accessor.getType()).setArray(array).setNormalized(accessor.getNormalized());
}

/** Normalizes a mixed normal; two opposite normals cancel out, then the first one (at `fallback`) is used. */
function makeUnit(array: Float32Array, at: number, old: Float32Array, fallback: number): void {
  const length = Math.hypot(array[at]!, array[at + 1]!, array[at + 2]!);
  for (let k = 0; k < 3; k++) array[at + k] = length > 1e-6 ? array[at + k]! / length : old[fallback + k]!;
}
