import { randomUUID } from 'node:crypto';

/** Offset of the random part in the text of a UUID: after time, version and counter. */
const RANDOM_AT = 19;

const COUNTS = 0x1000;

let time = 0;
let count = 0;

/**
 * A new task's id: a UUID of version 7 (RFC 9562, 5.7) that sorts after all earlier ids of this process. Ordered ids
 * are adjacent in the database, so that a creation writes one page where random ids would write four.
 */
export function newTaskId(): string {
  count++;
  const now = Date.now();
  // If the clock stops, or was set back, the counter provides the order, and overflows into the time.
  if (now > time || count === COUNTS) {
    time = Math.max(now, time + 1);
    count = 0;
  }
  const stamp = time.toString(16).padStart(12, '0');
  const counted = count.toString(16).padStart(3, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${counted}-${randomUUID().slice(RANDOM_AT)}`;
}
