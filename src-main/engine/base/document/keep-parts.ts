import type { Document, Node } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { OperationError } from '../errors/operation-error.ts';

/** Maximum number of names in a message, and of characters of each: messages have a limited length. */
const MAX_NAMES = 40;
const MAX_NAME_CHARACTERS = 80;

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
    const existing = quoteNames([...new Set(parts.filter(Boolean))]);
    const missing = quoteNames(unknown);
    throw new OperationError(
      'unknown-part',
      existing
        ? engineMessage('model-error.unknown-part', { names: missing, existing })
        : engineMessage('model-error.unnamed-parts', { names: missing }),
    );
  }
  for (const node of nodes) if (!visible.has(node)) node.setMesh(null).setSkin(null);
}

function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name.slice(0, MAX_NAME_CHARACTERS)}”`);
  return [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
