import type { Document, mat4 } from '@gltf-transform/core';
import { dequantize, prune, transformMesh } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { bakeTransforms } from '../../base/document/bake-transforms.ts';
import { isAnimated } from '../../base/document/is-animated.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { worldBox, type Box } from '../../base/document/world-box.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { checkMemory, measureModel } from '../../files/import/memory-budget.ts';
import type { CleanUpOptions } from './clean-up-options.ts';
import { rotationToUpright } from './orientation.ts';
import { removeFloaters } from './remove-floaters.ts';
import { weldSurfaces } from './weld-surfaces.ts';

/** Distance from its place, as a share of the longest side, within which a model counts as placed. */
const PLACED = 1e-5;

/** The result of `cleanUpShape`. */
export interface CleanUpResult {
  readonly isChanged: boolean;
  /** True if the model is not suited for clean-up at all. */
  readonly isSkipped: boolean;
  /** One for each change, or why there is none. */
  readonly notes: readonly Note[];
}

/**
 * Cleans up the raw shape of a generated model, in place: welds its vertices, removes floaters, rotates it to +Y up and
 * +Z front, places it on the ground, and scales it, each as the options say; afterwards nodes have no transforms. A model
 * with a skeleton, morph targets or clips, without triangles, or too large for the memory of
 * a task is not changed. 500 000 triangles: about 2 s.
 */
export async function cleanUpShape(document: Document, options: CleanUpOptions): Promise<CleanUpResult> {
  const skip = (...notes: Note[]): CleanUpResult => ({ isChanged: false, isSkipped: true, notes });
  if (countTriangles(document) === 0) return skip();
  if (isAnimated(document)) return skip(engineMessage('clean-up.animated'));
  if (!fitsMemory(document)) return skip(engineMessage('clean-up.too-large'));
  await document.transform(dequantize());
  bakeTransforms(document);

  const notes: Note[] = [];
  let isChanged = false;
  if (options.weld > 0) {
    const { merged, triangles, isChanged: isWelded } = weldSurfaces(document, options.weld);
    isChanged ||= isWelded;
    if (merged > 0 || triangles > 0) notes.push(engineMessage('clean-up.welded', { count: merged, triangles }));
  }
  if (options.floaters > 0) {
    const { pieces, triangles } = removeFloaters(document, options.floaters);
    if (pieces > 0) notes.push(engineMessage('clean-up.floaters', { count: pieces, triangles }));
  }
  const rotation = rotationToUpright(options.up, options.front);
  if (rotation) {
    transform(document, rotation);
    notes.push(engineMessage('clean-up.rotated', { up: options.up }));
  }
  notes.push(...place(document, options));
  if (!isChanged && notes.length === 0) return { isChanged: false, isSkipped: false, notes: [] };
  const keeps = { keepAttributes: true, keepLeaves: true, keepExtras: true, keepSolidTextures: true };
  await document.transform(prune(keeps));
  return { isChanged: true, isSkipped: false, notes };
}

function fitsMemory(document: Document): boolean {
  try {
    checkMemory('reshape', measureModel(document));
    return true;
  } catch (error) {
    if (error instanceof ModelError) return false;
    throw error;
  }
}

/** Moves the model to the ground and scales it about the centre of its bottom. */
function place(document: Document, { ground, size }: CleanUpOptions): Note[] {
  const notes: Note[] = [];
  const box = worldBox(document);
  const longest = box ? longestSide(box) : 0;
  if (!box || !(longest > 0)) return notes;
  const foot = [(box.min[0] + box.max[0]) / 2, box.min[1], (box.min[2] + box.max[2]) / 2] as const;
  const isAway = foot.some((distance) => Math.abs(distance) > PLACED * longest);
  if (ground && isAway) {
    transform(document, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -foot[0], -foot[1], -foot[2], 1]);
    notes.push(engineMessage('clean-up.grounded'));
  }
  if (size !== undefined && Math.abs(size / longest - 1) > PLACED) {
    const s = size / longest;
    const still = ground ? ([0, 0, 0] as const) : foot;
    const move = still.map((distance) => distance * (1 - s)) as [number, number, number];
    transform(document, [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, ...move, 1]);
    notes.push(engineMessage('clean-up.scaled', { size: toText(size), before: toText(longest) }));
  }
  return notes;
}

/** Formats metres to three significant digits. */
function toText(metres: number): string {
  return String(Number(metres.toPrecision(3)));
}

function longestSide({ min, max }: Box): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

function transform(document: Document, matrix: mat4): void {
  for (const mesh of document.getRoot().listMeshes()) transformMesh(mesh, matrix);
}
