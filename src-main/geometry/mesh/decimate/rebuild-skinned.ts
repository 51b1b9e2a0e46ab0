import type { Primitive } from '@gltf-transform/core';
import { readFloats } from '../../list-surfaces.ts';
import { rebuildPrimitive, type VertexSources } from '../../rebuild-primitive.ts';

const SLOTS = 4;

/**
 * `rebuildPrimitive` for skinned vertices too: where a vertex lies between two others its influences are those of both,
 * mixed joint by joint, the four strongest of each set, summing to 1.
 */
export function rebuildSkinned(primitive: Primitive, sources: VertexSources, triangles: Uint32Array): void {
  const sets = primitive
    .listSemantics()
    .filter((semantic) => semantic.startsWith('JOINTS_'))
    .map((semantic) => ({ joints: semantic, weights: semantic.replace('JOINTS', 'WEIGHTS') }))
    .filter(({ weights }) => primitive.getAttribute(weights))
    .map((set) => ({ ...set, bones: readFloats(primitive, set.joints)!, shares: readFloats(primitive, set.weights)! }));
  rebuildPrimitive(primitive, sources, triangles);

  const { from, to, share } = sources;
  const vertices = from.length;
  const mixes = Array.from({ length: vertices }, (_, i) => {
    const t = to ? (share?.[i] ?? 0) : 0;
    const mix = new Map<number, number>();
    for (const { bones, shares } of sets) {
      addInfluences(mix, bones, shares, from[i]! * SLOTS, 1 - t);
      if (to && t > 0) addInfluences(mix, bones, shares, to[i]! * SLOTS, t);
    }
    const strongest = [...mix].sort((a, b) => b[1] - a[1]).slice(0, SLOTS * sets.length);
    const sum = strongest.reduce((total, [, weight]) => total + weight, 0) || 1;
    return strongest.map(([bone, weight]) => [bone, weight / sum] as const);
  });
  sets.forEach(({ joints, weights }, set) => {
    const bones = new Uint16Array(vertices * SLOTS);
    const shares = new Float32Array(vertices * SLOTS);
    mixes.forEach((mix, vertex) => {
      mix.slice(set * SLOTS, (set + 1) * SLOTS).forEach(([bone, weight], slot) => {
        bones[vertex * SLOTS + slot] = bone;
        shares[vertex * SLOTS + slot] = weight;
      });
    });
    primitive.setAttribute(joints, primitive.getAttribute(joints)!.clone().setArray(bones).setNormalized(false));
    primitive.setAttribute(weights, primitive.getAttribute(weights)!.clone().setArray(shares).setNormalized(false));
  });
}

function addInfluences(
  mix: Map<number, number>,
  bones: Float32Array,
  shares: Float32Array,
  at: number,
  factor: number,
): void {
  for (let slot = at; slot < at + SLOTS; slot++) {
    const weight = shares[slot]! * factor;
    if (weight > 0) mix.set(bones[slot]!, (mix.get(bones[slot]!) ?? 0) + weight);
  }
}
