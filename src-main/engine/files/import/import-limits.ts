import type { Document } from '@gltf-transform/core';
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
  throw new ModelError('too_large', 'The model has more than ten million triangles; reduce it before importing.');
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
  throw new ModelError('too_large', 'The model has more than 100,000 objects; join some of them before importing.');
}

/** Throws `ModelError` `too_large` if the nesting is too deep. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw new ModelError('too_large', `The model nests its parts more than ${MAX_DEPTH} levels deep; flatten it first.`);
}

/** Returns the error for a file with inconsistent content; `reason` ends the sentence. */
export function damagedModel(reason: string, cause?: unknown): ModelError {
  return new ModelError('not_a_model', `The model file is damaged: ${reason}. Export it again.`, cause);
}

/** Returns the error for a truncated file. */
export function truncatedModel(): ModelError {
  return new ModelError('truncated', 'The model file ends too early; copy or export it again.');
}

/** Decodes UTF-8, with replacement characters for invalid bytes. Throws `ModelError` `too_large` for huge texts. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new ModelError('too_large', 'The model is a text of more than 400 MB; reduce it before importing.');
  }
  return new TextDecoder().decode(bytes);
}
