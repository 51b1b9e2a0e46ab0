import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';

/** A body that gets no skeleton. */
export interface BodyRejection {
  /** A whole sentence: what is missing, and what to do. */
  readonly reason: Note;
}
