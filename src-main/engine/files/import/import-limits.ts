import type { Document } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { MODEL_DAMAGE_MESSAGES } from '../../../../src-shared/api/messages/engine/files/model-damage-messages.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/**
 * Maximum number of triangles of a model that is converted while it is read. A reader process holds so many within its
 * memory limit in every format (`docs/security.md`).
 */
const MAX_TRIANGLES = 2_000_000;
/**
 * Maximum number of triangles that a model draws, instances included. More than `MAX_TRIANGLES` are possible only in a GLB
 * and by instances: they can be imported, but not processed.
 */
const MAX_DRAWN_TRIANGLES = 5_000_000;
/** Maximum number of points and face corners of a model. */
const MAX_CORNERS = MAX_TRIANGLES * 3;
/** Maximum number of corners of all blend shapes and of entries of all face lists. */
const MAX_OTHER_CORNERS = 30_000_000;
/** Maximum number of objects of a model. */
const MAX_OBJECTS = 30_000;
/** Maximum memory of the parts of a document beside their numbers; with the reader itself and a mesh it fits the limit. */
const MAX_PART_BYTES = 250e6;
/** Maximum nesting depth: objects, descriptions, components of components. */
const MAX_DEPTH = 512;
/** Maximum size of a file after everything in it is unpacked. */
export const MAX_UNPACKED_BYTES = 1024 ** 3;
/** Maximum size of text that is read as one string; longer ones exceed JavaScript's limit. */
const MAX_TEXT_BYTES = 400 * 1024 ** 2;
/** First byte of the characters from U+0100 on, in UTF-8. */
const FIRST_BEYOND_LATIN1 = 0xc4;

/** Throws `ModelError` `too_large` for a mesh with too many corners or points. */
export function checkCorners(count: number): void {
  if (count > MAX_CORNERS) throw tooManyTriangles(MAX_TRIANGLES);
}

/** Throws `ModelError` `too_large` for a model that draws too many corners, instances included. */
export function checkDrawnCorners(count: number): void {
  if (count > MAX_DRAWN_TRIANGLES * 3) throw tooManyTriangles(MAX_DRAWN_TRIANGLES);
}

function tooManyTriangles(limit: number): ModelError {
  return new ModelError('too_large', engineMessage('model-limit.triangles', { limit }));
}

const corners = new WeakMap<Document, number>();
const others = new WeakMap<Document, number>();
const partBytes = new WeakMap<Document, number>();

/** Adds to a document's total and checks it like `checkCorners`. */
export function chargeCorners(document: Document, count: number): void {
  checkCorners(addTo(corners, document, count));
}

/** Adds to a document's total of corners of blend shapes and entries of face lists, and checks it. */
export function chargeOthers(document: Document, count: number): void {
  if (addTo(others, document, count) <= MAX_OTHER_CORNERS) return;
  throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
}

function addTo(totals: WeakMap<Document, number>, document: Document, count: number): number {
  const total = (totals.get(document) ?? 0) + count;
  totals.set(document, total);
  return total;
}

/** Throws `ModelError` `too_large` for a model with too many objects. */
export function checkObjects(count: number): void {
  if (count <= MAX_OBJECTS) return;
  throw new ModelError('too_large', engineMessage('model-limit.objects', { limit: MAX_OBJECTS }));
}

/** Measured memory of the parts of a document and of their description, in bytes. */
export const PART_BYTES = { node: 4_500, mesh: 3_000, primitive: 4_000, material: 11_000, accessor: 3_500 } as const;

/** Throws `ModelError` `too_large` for a document whose parts take too much memory. */
export function checkPartBytes(bytes: number): void {
  if (bytes > MAX_PART_BYTES) throw new ModelError('too_large', engineMessage('model-limit.parts'));
}

/** Adds to the memory of a document's parts, and checks it. */
export function chargePartBytes(document: Document, bytes: number): void {
  checkPartBytes(addTo(partBytes, document, bytes));
}

/** Throws `ModelError` `too_large` if the nesting is too deep. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw new ModelError('too_large', engineMessage('model-limit.depth', { limit: MAX_DEPTH }));
}

/** Returns the error for a file with inconsistent content. */
export function damagedModel(reason: keyof typeof MODEL_DAMAGE_MESSAGES, cause?: unknown): ModelError {
  return new ModelError('not_a_model', engineMessage('model-file.damaged', { reason: engineMessage(reason) }), cause);
}

/** Returns the error for a truncated file. */
export function truncatedModel(): ModelError {
  return new ModelError('truncated', engineMessage('model-file.truncated'));
}

/** Decodes UTF-8, with replacement characters for invalid bytes. Throws `ModelError` `too_large` for huge texts. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new ModelError('too_large', engineMessage('model-limit.text-size'));
  }
  return new TextDecoder().decode(bytes);
}

/** Measures the memory of a text in UTF-8 once it is decoded: two bytes per character if one of them is not of Latin-1. */
export function measureText(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= FIRST_BEYOND_LATIN1) return 2 * bytes.length;
  return bytes.length;
}
