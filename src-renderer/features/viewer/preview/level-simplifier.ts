import { BufferAttribute, BufferGeometry } from 'three';
import type { AttributeArray, PackedAttribute, PackedGeometry } from '../load/packed-model.ts';
import { thinGeometry, toFloats } from '../measure/simplify-model.ts';

/** A geometry to simplify. */
export interface LevelSource {
  readonly position: PackedAttribute;
  readonly index: AttributeArray | null;
  readonly groups: PackedGeometry['groups'];
  /** Number of meshes that draw it. */
  readonly copies: number;
}

/** Remaining triangles of a geometry, three indices of its vertices each. */
export interface GeometryLevel {
  readonly index: Uint32Array<ArrayBuffer>;
  readonly groups: PackedGeometry['groups'];
}

/** Lower levels start from one of this many triangles, so that only the first one processes the whole model. */
const BASE_TRIANGLES = 100_000;

/** Share above the wanted number that still counts as reached. */
const TOLERANCE = 1.05;

/** Permitted error as a fraction of the size: any, because the number of triangles decides. */
const ANY_ERROR = 1;

/**
 * Prepares geometries and returns a function that simplifies them to a number of triangles together, by edge collapse,
 * each with its share. The levels use the original vertices; a geometry keeps at least one triangle per material.
 * 1,000,000 → 10,000 triangles: about 2 s, the next level 0.2 s.
 */
export async function createLevelSimplifier(
  sources: readonly LevelSource[],
): Promise<(triangles: number) => GeometryLevel[]> {
  const { MeshoptSimplifier } = await import('three/addons/libs/meshopt_simplifier.module.js');
  await MeshoptSimplifier.ready;
  const whole = sources.map(toGeometry);
  const positions = whole.map((geometry) => toFloats(geometry.getAttribute('position')));
  let base: BufferGeometry[] | null = null;
  const count = (geometries: readonly BufferGeometry[]) =>
    geometries.reduce((sum, { index }, at) => sum + ((index?.count ?? 0) / 3) * (sources[at]?.copies ?? 1), 0);

  function simplify(from: readonly BufferGeometry[], triangles: number): BufferGeometry[] {
    const share = triangles / count(from);
    return from.map((geometry, at) => {
      const level = shareVertices(geometry);
      const places = positions[at] ?? new Float32Array();
      if (share < 1) thinGeometry(level, (corners) => collapse(corners, places, share));
      return level;
    });
  }

  /** Collapses edges of the triangles of one material, across seams only if the others are not enough. */
  function collapse(corners: Uint32Array, places: Float32Array, share: number): Uint32Array {
    if (corners.length === 0) return corners;
    const wanted = Math.max(1, Math.round((corners.length / 3) * share)) * 3;
    const [kept] = MeshoptSimplifier.simplify(corners, places, 3, wanted, ANY_ERROR, ['Sparse']);
    if (kept.length <= wanted * TOLERANCE) return kept;
    return MeshoptSimplifier.simplify(kept, places, 3, wanted, ANY_ERROR, ['Sparse', 'Permissive', 'Prune'])[0];
  }

  return (triangles) => {
    if (triangles <= BASE_TRIANGLES && count(whole) > 2 * BASE_TRIANGLES) base ??= simplify(whole, BASE_TRIANGLES);
    return simplify(triangles <= BASE_TRIANGLES && base ? base : whole, triangles).map(({ index, groups }) => ({
      index: Uint32Array.from(index?.array ?? []),
      groups: groups.map(({ start, count: corners, materialIndex = 0 }) => ({ start, count: corners, materialIndex })),
    }));
  };
}

function toGeometry({ position, index, groups }: LevelSource): BufferGeometry {
  const geometry = new BufferGeometry();
  const { array, itemSize, normalized } = position;
  geometry.setAttribute('position', new BufferAttribute(array, itemSize, normalized));
  const corners = index
    ? Uint32Array.from(index)
    : Uint32Array.from({ length: array.length / itemSize }, (_, at) => at);
  geometry.setIndex(new BufferAttribute(corners, 1));
  for (const { start, count, materialIndex } of groups) geometry.addGroup(start, count, materialIndex);
  return geometry;
}

function shareVertices(geometry: BufferGeometry): BufferGeometry {
  const level = new BufferGeometry();
  level.setAttribute('position', geometry.getAttribute('position'));
  level.setIndex(geometry.index);
  for (const { start, count, materialIndex } of geometry.groups) level.addGroup(start, count, materialIndex);
  return level;
}
