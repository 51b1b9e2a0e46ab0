import { createHash } from 'node:crypto';

/** An entry of the index of references holds at most 2,704 bytes, with the id of the key. */
const MAX_BYTES = 2_000;

/**
 * The stored form of a `client_ref`: JSON, because text in PostgreSQL cannot hold every character. The interface does not
 * limit its length, so a digest takes the place of a long one; no JSON begins as a digest does.
 */
export function toClientRef(ref: string): string {
  const json = JSON.stringify(ref);
  return Buffer.byteLength(json) <= MAX_BYTES ? json : `sha256:${createHash('sha256').update(json).digest('hex')}`;
}

/** The stored form for the retry of a failed task; no client can write it. */
export function toRetryRef(taskId: string): string {
  return JSON.stringify({ retryOf: taskId });
}
