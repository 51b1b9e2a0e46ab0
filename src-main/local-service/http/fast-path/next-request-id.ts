import { randomUUID } from 'node:crypto';

const COUNTED_DIGITS = 12;

/** Last digits that are at hand as text: composing them anew for each request would cost as much as finding its answer. */
const LAST_DIGITS = 3;
const ENDINGS = Array.from({ length: 16 ** LAST_DIGITS }, (_, n) => n.toString(16).padStart(LAST_DIGITS, '0'));

const ofThisProcess = randomUUID().slice(0, -COUNTED_DIGITS);
let beginning = '';
let block = 0;
let next = ENDINGS.length;

/**
 * An id no other request of any process has, in the form of a UUID: random for this process, counted within it. Random
 * ones for each request would cost more than finding its answer.
 */
export function nextRequestId(): string {
  if (next === ENDINGS.length) {
    beginning = ofThisProcess + (block++).toString(16).padStart(COUNTED_DIGITS - LAST_DIGITS, '0');
    next = 0;
  }
  return beginning + (ENDINGS[next++] ?? '');
}
