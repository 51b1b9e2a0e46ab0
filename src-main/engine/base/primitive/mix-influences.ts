import type { Primitive } from '@gltf-transform/core';
import { readFloats } from '../document/list-surfaces.ts';
import type { VertexSources } from './vertex-sources.ts';

/** Joints in one JOINTS_n (glTF 2.0, 3.7.3.3). */
const SLOTS = 4;

/** One pair of JOINTS_n and WEIGHTS_n. */
interface InfluenceSet {
  readonly joints: string;
  readonly weights: string;
  readonly bones: Float32Array;
  readonly shares: Float32Array;
}

/**
 * Computes JOINTS_n and WEIGHTS_n of new vertices, by semantic. Two vertices must not be interpolated slot by slot,
 * because the same slot may refer to different joints. A vertex between two others gets the influences of both, each
 * joint once: the strongest that fit the slots, in descending order and with a sum of 1. A vertex that coincides with
 * another keeps its slots. Joints are integers, weights floats.
 */
export function mixInfluences(
  primitive: Primitive,
  { from, to, share }: VertexSources,
): Map<string, Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>> {
  const sets = listSets(primitive);
  const mixed = sets.map(() => ({
    bones: new Uint16Array(from.length * SLOTS),
    shares: new Float32Array(from.length * SLOTS),
  }));
  for (let vertex = 0; vertex < from.length; vertex++) {
    const t = to ? (share?.[vertex] ?? 0) : 0;
    const isBetween = t > 0 && t < 1 && to![vertex] !== from[vertex];
    const source = (t > 0.5 ? to![vertex]! : from[vertex]!) * SLOTS;
    const strongest = isBetween ? mix(sets, from[vertex]! * SLOTS, to![vertex]! * SLOTS, t) : [];
    mixed.forEach(({ bones, shares }, set) => {
      for (let slot = 0; slot < SLOTS; slot++) {
        const [bone, weight] = isBetween
          ? (strongest[set * SLOTS + slot] ?? NO_INFLUENCE)
          : [sets[set]!.bones[source + slot]!, sets[set]!.shares[source + slot]!];
        bones[vertex * SLOTS + slot] = bone;
        shares[vertex * SLOTS + slot] = weight;
      }
    });
  }
  const arrays = new Map<string, Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>>();
  sets.forEach(({ joints, weights }, set) => {
    arrays.set(joints, mixed[set]!.bones).set(weights, mixed[set]!.shares);
  });
  return arrays;
}

const NO_INFLUENCE = [0, 0] as const;

function listSets(primitive: Primitive): InfluenceSet[] {
  return primitive
    .listSemantics()
    .filter((semantic) => semantic.startsWith('JOINTS_'))
    .map((joints) => ({ joints, weights: joints.replace('JOINTS', 'WEIGHTS') }))
    .filter(({ weights }) => primitive.getAttribute(weights))
    .map((set) => ({
      ...set,
      bones: readFloats(primitive, set.joints)!,
      shares: readFloats(primitive, set.weights)!,
    }));
}

function mix(sets: readonly InfluenceSet[], a: number, b: number, t: number): (readonly [number, number])[] {
  const sums = new Map<number, number>();
  for (const { bones, shares } of sets) {
    for (let slot = 0; slot < SLOTS; slot++) {
      add(sums, bones[a + slot]!, shares[a + slot]! * (1 - t));
      add(sums, bones[b + slot]!, shares[b + slot]! * t);
    }
  }
  const strongest = [...sums].sort((one, other) => other[1] - one[1]).slice(0, SLOTS * sets.length);
  const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
  return strongest.map(([bone, weight]) => [bone, weight / total]);
}

function add(sums: Map<number, number>, bone: number, weight: number): void {
  if (weight > 0) sums.set(bone, (sums.get(bone) ?? 0) + weight);
}
