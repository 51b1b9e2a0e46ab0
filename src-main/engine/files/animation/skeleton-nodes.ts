import type { RigNode } from './rig.ts';

/** Returns the bones among nodes and their ancestors, in the order of the nodes. */
export function listSkeletonNodes(nodes: readonly RigNode[]): RigNode[] {
  const found = new Set<RigNode>();
  for (const bone of nodes.filter(({ isBone }) => isBone)) {
    for (let node: RigNode | null = bone; node && !found.has(node); node = node.parent) found.add(node);
  }
  return nodes.filter((node) => found.has(node));
}
