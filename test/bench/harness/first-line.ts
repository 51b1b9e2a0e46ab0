const MAX_LENGTH = 200;

/** The first line of what was thrown, short enough for a table. */
export function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]!.slice(0, MAX_LENGTH);
}
