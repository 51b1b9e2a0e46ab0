import type { Document } from '@gltf-transform/core';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';

/** A model read from a foreign file, as glTF: metres, +Y up, +Z front, counter-clockwise from outside. */
export interface ImportedModel {
  readonly document: Document;
  /** Sentences for the person: what was assumed or left out. */
  readonly notes: readonly Note[];
}
