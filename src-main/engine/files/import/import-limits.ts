import type { Document } from '@gltf-transform/core';
import { ModelError } from '../../base/errors/model-error.ts';

/** Points, and corners of faces, that one mesh may have; ten million triangles have this many corners. */
const MAX_CORNERS = 30_000_000;
/** Objects of a model. */
const MAX_OBJECTS = 100_000;
/** Levels of anything that nests: objects, descriptions, parts made of parts. */
const MAX_DEPTH = 512;
/** Bytes a file may have once everything in it is unpacked. */
export const MAX_UNPACKED_BYTES = 1024 ** 3;
/** Longest text that is read as one; beyond it JavaScript has no strings. */
const MAX_TEXT_BYTES = 400 * 1024 ** 2;

/** Throws `ModelError` `too_large` for a mesh with more corners or points than are read. */
export function checkCorners(count: number): void {
  if (count <= MAX_CORNERS) return;
  throw new ModelError('too_large', 'The model has more than ten million triangles; reduce it before importing.');
}

const drawn = new WeakMap<Document, number>();

/** As `checkCorners`, for all that was ever counted for a document together. */
export function chargeCorners(document: Document, count: number): void {
  const total = (drawn.get(document) ?? 0) + count;
  drawn.set(document, total);
  checkCorners(total);
}

/** Throws `ModelError` `too_large` for a model with more objects than are read. */
export function checkObjects(count: number): void {
  if (count <= MAX_OBJECTS) return;
  throw new ModelError('too_large', 'The model has more than 100,000 objects; join some of them before importing.');
}

/** Throws `ModelError` `too_large` for nesting deeper than is read. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw new ModelError('too_large', `The model nests its parts more than ${MAX_DEPTH} levels deep; flatten it first.`);
}

/** The error for a file whose content contradicts itself; `reason` ends the sentence. */
export function damagedModel(reason: string, cause?: unknown): ModelError {
  return new ModelError('not_a_model', `The model file is damaged: ${reason}. Export it again.`, cause);
}

/** The error for a file that ends before its content does. */
export function truncatedModel(): ModelError {
  return new ModelError('truncated', 'The model file ends too early; copy or export it again.');
}

/** Decodes UTF-8, with replacement marks where it is none. Throws `ModelError` `too_large` for huge texts. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new ModelError('too_large', 'The model is a text of more than 400 MB; reduce it before importing.');
  }
  return new TextDecoder().decode(bytes);
}
