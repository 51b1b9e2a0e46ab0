import type { Document, Primitive } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { checkDrawnCorners, damagedModel } from '../../import/import-limits.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { replaceNonFinite } from './replace-non-finite.ts';

/** Each becomes a node. */
const MAX_INSTANCES = 30_000;

/**
 * Checks properties that are known only after decoding (Draco and meshopt store their sizes inside): equal attribute
 * counts, indices in range, finite positions, and a limited number of drawn corners. Other values of vertices that are not
 * finite, which exporters write for degenerate triangles, are replaced. Throws `ModelError`.
 */
export function checkDecodedModel(document: Document): void {
  const root = document.getRoot();
  for (const mesh of root.listMeshes()) mesh.listPrimitives().forEach(checkPrimitive);

  let corners = 0;
  let instances = 0;
  for (const node of root.listNodes()) {
    const instanced = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
    const copies = instanced?.listAttributes()[0]?.getCount() ?? 1;
    if (instanced) instances += copies;
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      corners += copies * ((primitive.getIndices() ?? primitive.getAttribute('POSITION'))?.getCount() ?? 0);
    }
  }
  if (instances > MAX_INSTANCES)
    throw new ModelError('too_large', engineMessage('model-limit.instances', { limit: MAX_INSTANCES }));
  checkDrawnCorners(corners);
}

function checkPrimitive(primitive: Primitive): void {
  const positions = primitive.getAttribute('POSITION');
  const count = positions?.getCount() ?? 0;
  if (positions && positions.getElementSize() !== 3) throw damagedModel('model-damage.point-dimensions');
  if (primitive.listAttributes().some((attribute) => attribute.getCount() !== count)) {
    throw damagedModel('model-damage.attribute-lengths');
  }
  // Counted, not iterated: nothing else in a short conversion reads every number of a model.
  const indices = primitive.getIndices()?.getArray() ?? [];
  for (let i = 0; i < indices.length; i++) {
    if (indices[i]! >= count) throw damagedModel('model-damage.missing-point');
  }
  const coordinates = positions?.getArray() ?? [];
  for (let i = 0; i < coordinates.length; i++) {
    if (!Number.isFinite(coordinates[i])) throw damagedModel('model-damage.point-coordinates');
  }
  for (const semantic of primitive.listSemantics()) replaceNonFinite(primitive.getAttribute(semantic)!, semantic);
  for (const target of primitive.listTargets()) {
    for (const semantic of target.listSemantics()) replaceNonFinite(target.getAttribute(semantic)!, 'offset');
  }
}
