import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { simplifySurfaces } from '../../base/primitive/simplify-surfaces.ts';
import { toGlb } from '../../files/gltf/to-glb.ts';
import { completeModel } from '../complete/complete-model.ts';
import { restoreAppearance } from './texture-shape.ts';

/** A model whose parts are closed. */
interface ClosedShape {
  readonly document: Document;
  readonly notes: readonly Note[];
  /** True if all parts that can be closed were closed already. */
  readonly isUnchanged: boolean;
}

/**
 * Closes every part of a model for printing (`completeModel`), with at most `faceLimit` triangles (null: any number), and
 * bakes its appearance onto the closed parts if `bakes` is set; else fillings have vertex colours. A part without volume
 * stays open, with a note. The document is not changed. Throws `ModelError`.
 */
export async function closeShape(document: Document, faceLimit: number | null, bakes: boolean): Promise<ClosedShape> {
  const before = countTriangles(document);
  const {
    document: closed,
    closed: names,
    notes: made,
  } = await completeModel(await toGlb(document), [], () => undefined);
  const notes = [...made];
  const isRemeshed = made.some(({ id }) => id === 'mesh.remeshed');
  if (countTriangles(closed) === before && !isRemeshed) return { document, notes, isUnchanged: true };

  if (names.length > 0) notes.push(engineMessage('mesh.closed', { names: names.slice(0, 8).join(', ') }));
  if (faceLimit !== null && countTriangles(closed) > faceLimit) {
    await simplifySurfaces(closed, faceLimit);
    notes.push(engineMessage('clean-up.closed-limit', { count: countTriangles(closed) }));
  }
  if (bakes) await restoreAppearance(closed, document, () => undefined);
  return { document: closed, notes, isUnchanged: false };
}
