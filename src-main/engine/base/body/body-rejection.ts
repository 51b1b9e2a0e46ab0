import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';

/** A body that cannot be rigged. */
export interface BodyRejection {
  /** A full sentence that says what is missing and what to do. */
  readonly reason: Note;
}
