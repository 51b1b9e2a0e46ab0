/** Width of a class of priorities: more turns than a category ever has. Three classes fit a 32-bit number. */
const CLASS_WIDTH = 600_000_000;

/**
 * Position of a job in its queue, larger first: higher priorities (spec 4.1) before lower ones, and among equal ones the
 * smaller turn. Each key takes the turn after its own last one, so that a key with many tasks does not delay the others.
 */
export function toPosition(priority: number, turn: number): number {
  return priority * CLASS_WIDTH - turn;
}

/** The turn of a position. */
export function toTurn(position: number): number {
  return (CLASS_WIDTH - (position % CLASS_WIDTH)) % CLASS_WIDTH;
}
