import type { Document } from '@gltf-transform/core';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';

/** A model imported from another format, as glTF: metres, +Y up, +Z front, counter-clockwise from outside. */
export interface ImportedModel {
  readonly document: Document;
  /** Messages for the user about assumptions and omissions. */
  readonly notes: readonly Note[];
}
