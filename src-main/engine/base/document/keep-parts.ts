import type { Document, Node } from '@gltf-transform/core';
import { OperationError } from '../errors/operation-error.ts';

/**
 * Leaves only the named parts visible, in place. A name is that of a node or of its mesh; a node without a mesh
 * includes all its descendants. Throws `OperationError` (`unknown-part`) that lists the existing parts.
 *
 * Nodes are kept, so that visible parts do not move and skeletons still work.
 */
export function keepParts(document: Document, names: readonly string[]): void {
  if (names.length === 0) return;
  const nodes = document.getRoot().listNodes();
  const wanted = new Set(names);
  const found = new Set<string>();
  const visible = new Set<Node>();
  for (const node of nodes) {
    const name = node.getName();
    const meshName = node.getMesh()?.getName() ?? '';
    if (wanted.has(name)) {
      if (node.getMesh()) visible.add(node);
      else node.traverse((below) => visible.add(below));
    }
    if (meshName && wanted.has(meshName)) visible.add(node);
    for (const own of [name, meshName]) if (own && wanted.has(own)) found.add(own);
  }

  const unknown = [...wanted].filter((name) => !found.has(name));
  if (unknown.length > 0) {
    const parts = nodes.filter((node) => node.getMesh()).map((node) => node.getName() || node.getMesh()!.getName());
    const existing = [...new Set(parts.filter(Boolean))].map((part) => `“${part}”`).join(', ');
    const missing = unknown.map((name) => `“${name}”`).join(', ');
    throw new OperationError(
      'unknown-part',
      `part_names: the model has no part ${missing}. ` +
        (existing ? `Its parts are ${existing}.` : 'Its parts have no names.'),
    );
  }
  for (const node of nodes) if (!visible.has(node)) node.setMesh(null).setSkin(null);
}
