import { randomUUID } from 'node:crypto';

/** Where in the text of a UUID what is drawn by lot begins: behind time, version and counter. */
const RANDOM_AT = 19;

const COUNTS = 0x1000;

let time = 0;
let count = 0;

/**
 * A new task's id: a UUID of version 7 (RFC 9562, 5.7) that comes after all this process has given out before. Ids that
 * come in order are neighbours in the database, so that a creation writes a page where random ones would write four.
 */
export function newTaskId(): string {
  count++;
  const now = Date.now();
  // A clock that stands still, or was set back, leaves the order to the counter, which borrows from the time when full.
  if (now > time || count === COUNTS) {
    time = Math.max(now, time + 1);
    count = 0;
  }
  const stamp = time.toString(16).padStart(12, '0');
  const counted = count.toString(16).padStart(3, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${counted}-${randomUUID().slice(RANDOM_AT)}`;
}
