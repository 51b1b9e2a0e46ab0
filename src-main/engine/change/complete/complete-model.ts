import type { Document, Node } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { loadTextureSamplers } from '../bake/load-texture-samplers.ts';
import { isolateParts } from '../../base/document/isolate-parts.ts';
import { openModel } from '../../files/model/open-model.ts';
import { joinPatches } from '../../base/primitive/joined-patches.ts';
import { buildHoleFill } from './build-hole-fill.ts';
import { capHoles } from './cap-holes.ts';
import { findOpenEdges } from './open-edges.ts';
import { remeshPart } from './remesh-part.ts';
import { weldPart } from './weld-part.ts';

/** A model with closed parts. */
export interface CompleteResult {
  readonly document: Document;
  /** Names of the closed parts: each edge belongs to exactly two triangles with opposite directions. */
  readonly closed: readonly string[];
  readonly notes: readonly Note[];
}

/** Largest texture size that is sampled for fill colours. */
const TEXTURE_SIZE = 512;

/**
 * Closes the open parts of a GLB (nodes with a mesh; `partNames` empty: all of them): flat where the rim is flat, else
 * by a fan, in the colours of the rim. A part whose surface touches or crosses its own edges cannot be closed this way:
 * it is remeshed from voxels, with vertex colours instead of its textures, and a note says so (service interface, 4.4,
 * `/v3/mesh/complete`). Throws `ModelError`, and `OperationError` for an unknown part.
 */
export async function completeModel(
  glb: Uint8Array,
  partNames: readonly string[],
  report: ReportProgress,
): Promise<CompleteResult> {
  const document = await openModel(glb, 'complete');
  const show = isolateParts(document, partNames);
  const parts = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh());
  const closed: string[] = [];
  const notes: Note[] = [];
  for (const [i, node] of parts.entries()) {
    report(0.1 + (0.8 * i) / parts.length, 'close');
    const name = node.getName() || node.getMesh()!.getName() || `part ${i}`;
    const outcome = await completePart(document, node);
    if (outcome !== 'open') closed.push(name);
    if (outcome === 'remeshed') notes.push(engineMessage('mesh.remeshed', { name }));
    if (outcome === 'open') notes.push(engineMessage('mesh.not-closed', { name }));
  }
  show();
  // To find textures of a single colour would decode all of them.
  await document.transform(
    prune({ keepAttributes: true, keepExtras: true, keepLeaves: true, keepSolidTextures: true }),
  );
  return { document, closed, notes };
}

async function completePart(document: Document, node: Node): Promise<'closed' | 'remeshed' | 'open'> {
  const source = joinPatches(node);
  if (!source) return 'open';
  const welded = await weldPart(source);
  const caps = capHoles(welded);
  const samplers = await loadTextureSamplers(
    [...new Set(source.patches.map((p) => p.primitive.getMaterial()))],
    TEXTURE_SIZE,
  );
  if (caps) node.getMesh()!.addPrimitive(buildHoleFill(document, source, caps, caps.origins, samplers));
  const whole = joinPatches(node)!;
  if (isClosed(await weldPart(whole))) return 'closed';

  const remeshed = await remeshPart(await weldPart(whole), source);
  if (!remeshed) return 'open';
  const mesh = node.getMesh()!;
  for (const primitive of mesh.listPrimitives()) mesh.removePrimitive(primitive);
  mesh.addPrimitive(buildHoleFill(document, source, remeshed, remeshed.origins, samplers));
  return 'remeshed';
}

function isClosed(mesh: { positions: Float32Array; indices: Uint32Array }): boolean {
  const { open, clashes } = findOpenEdges(mesh);
  return open.length === 0 && clashes === 0;
}
