import type { Node } from '@gltf-transform/core';
import type { Surface } from '../../base/document/list-surfaces.ts';

/**
 * Numbers surfaces by what moves them: surfaces with the same number can become one part. All surfaces of a static
 * model (after `bakeTransforms`) are in one group; those of an animated model are grouped by node if they have morph
 * targets, otherwise by skin, or by node without a skin.
 */
export function groupByMotion(surfaces: readonly Surface[], isStatic: boolean): number[] {
  const numbers = new Map<unknown, number>();
  return surfaces.map(({ node, mesh }) => {
    const hasMorphs = mesh.listPrimitives().some((primitive) => primitive.listTargets().length > 0);
    const key: unknown = isStatic ? null : hasMorphs ? node : (node.getSkin() ?? node);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** Numbers surfaces by their nodes. */
export function groupByNode(surfaces: readonly Surface[]): number[] {
  const nodes: Node[] = [...new Set(surfaces.map(({ node }) => node))];
  return surfaces.map(({ node }) => nodes.indexOf(node));
}
