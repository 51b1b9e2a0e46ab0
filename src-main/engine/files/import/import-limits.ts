import type { Document } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { MODEL_DAMAGE_MESSAGES } from '../../../../src-shared/api/messages/engine/model-damage-messages.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Maximum number of points and face corners of one mesh; ten million triangles have this many corners. */
const MAX_CORNERS = 30_000_000;
/** Maximum number of objects of a model. */
const MAX_OBJECTS = 100_000;
/** Maximum nesting depth: objects, descriptions, components of components. */
const MAX_DEPTH = 512;
/** Maximum size of a file after everything in it is unpacked. */
export const MAX_UNPACKED_BYTES = 1024 ** 3;
/** Maximum size of text that is read as one string; longer ones exceed JavaScript's limit. */
const MAX_TEXT_BYTES = 400 * 1024 ** 2;

/** Throws `ModelError` `too_large` for a mesh with too many corners or points. */
export function checkCorners(count: number): void {
  if (count <= MAX_CORNERS) return;
  throw new ModelError('too_large', engineMessage('model-limit.triangles'));
}

const drawn = new WeakMap<Document, number>();

/** Adds to a document's total and checks it like `checkCorners`. */
export function chargeCorners(document: Document, count: number): void {
  const total = (drawn.get(document) ?? 0) + count;
  drawn.set(document, total);
  checkCorners(total);
}

/** Throws `ModelError` `too_large` for a model with too many objects. */
export function checkObjects(count: number): void {
  if (count <= MAX_OBJECTS) return;
  throw new ModelError('too_large', engineMessage('model-limit.objects', { limit: MAX_OBJECTS }));
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
