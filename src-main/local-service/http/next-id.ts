import { randomUUID } from 'node:crypto';

const COUNTED_DIGITS = 12;

const ofThisProcess = randomUUID().slice(0, -COUNTED_DIGITS);
let count = 0;

/**
 * An id no other request of any process has, in the form of a UUID: random for this process, counted within it. Random
 * ones for each request would cost more than finding its answer.
 */
export function nextId(): string {
  return ofThisProcess + (count++).toString(16).padStart(COUNTED_DIGITS, '0');
}
