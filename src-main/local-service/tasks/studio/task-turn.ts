/** Width of a class of priorities: more turns than a category ever has. Three classes fit a 32-bit number. */
const CLASS_WIDTH = 600_000_000;

/**
 * Position of a job in its queue, larger first: higher priorities (spec 4.1) before lower ones, and among equal ones the
 * smaller turn, from 1. A key takes the turn after its own last one of that priority, so that a key with many tasks does not
 * delay the others, but no turn before the first that waits, so that it does not come before those that have waited. That
 * is not the turn that was started last: jobs of other routes and priorities start earlier.
 */
export function toPosition(priority: number, turn: number): number {
  return priority * CLASS_WIDTH - turn;
}

/** The turn of a position. */
export function toTurn(position: number): number {
  return (CLASS_WIDTH - (position % CLASS_WIDTH)) % CLASS_WIDTH;
}
