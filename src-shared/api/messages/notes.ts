import { MODEL_NOTES } from './model-notes.ts';
import { IMAGE_NOTES } from './image-notes.ts';
import { PROMPT_NOTES } from './prompt-notes.ts';
import type { FilledMessage } from './message-patterns.ts';

/** All that the local service says beside its results, `{1}`, `{2}` … for what varies; on the wire notes are sentences. */
const NOTES = [...MODEL_NOTES, ...IMAGE_NOTES, ...PROMPT_NOTES] as const;

/** A note of the local service. One that is not in the table does not compile, so that whoever reads it can translate it. */
export type Note = FilledMessage<(typeof NOTES)[number]>;
