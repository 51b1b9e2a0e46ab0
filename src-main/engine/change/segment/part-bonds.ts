import type { Node } from '@gltf-transform/core';
import type { Surface } from '../../base/document/list-surfaces.ts';

/**
 * A number per surface: those with the same one move together and may become one part. In a still model that has been
 * frozen (`freezeScene`) these are all of them; else those of one skin, or of
 * one node.
 */
export function bondSurfaces(surfaces: readonly Surface[], isStill: boolean): number[] {
  const numbers = new Map<unknown, number>();
  return surfaces.map(({ node, mesh }) => {
    const hasShapes = mesh.listPrimitives().some((primitive) => primitive.listTargets().length > 0);
    const key: unknown = isStill ? null : hasShapes ? node : (node.getSkin() ?? node);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** A number per surface, the same for those one node shows. */
export function numberNodes(surfaces: readonly Surface[]): number[] {
  const nodes: Node[] = [...new Set(surfaces.map(({ node }) => node))];
  return surfaces.map(({ node }) => nodes.indexOf(node));
}
