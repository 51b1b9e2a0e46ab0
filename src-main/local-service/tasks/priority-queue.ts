/** Tasks that wait for a worker; a task costs it an entry of a map, whatever it is to work on. */
export interface PriorityQueue {
  /** Adds a task that is not in the line. Higher priorities go first (spec 4.1). */
  add(taskId: string, priority: number): void;
  /** Takes the one whose turn it is: of the highest priority, the one that was added first; null when nobody waits. */
  take(): string | null;
  /** False when it was not in the line. */
  remove(taskId: string): boolean;
  /** Takes out all that have waited for `ms` or longer. */
  takeOlder(ms: number): string[];
  /** Ms the one that came first has waited; null when nobody waits. */
  longestWait(): number | null;
}

/** An empty line; `now` is any clock in ms that never goes back. */
export function createPriorityQueue(now: () => number): PriorityQueue {
  // A map keeps the order of arrival; one for each priority that was ever asked for, highest first.
  let lines: (readonly [priority: number, since: Map<string, number>])[] = [];

  function lineOf(priority: number): Map<string, number> {
    const known = lines.find(([of]) => of === priority);
    if (known) return known[1];
    const line = new Map<string, number>();
    lines = [...lines, [priority, line] as const].toSorted(([a], [b]) => b - a);
    return line;
  }

  return {
    add: (taskId, priority) => void lineOf(priority).set(taskId, now()),
    take() {
      for (const [, line] of lines) {
        for (const taskId of line.keys()) {
          line.delete(taskId);
          return taskId;
        }
      }
      return null;
    },
    remove: (taskId) => lines.some(([, line]) => line.delete(taskId)),
    takeOlder(ms) {
      const before = now() - ms;
      const taken: string[] = [];
      for (const [, line] of lines) {
        for (const [taskId, since] of line) {
          if (since > before) break;
          line.delete(taskId);
          taken.push(taskId);
        }
      }
      return taken;
    },
    longestWait() {
      const firsts = lines.flatMap(([, line]) => line.values().next().value ?? []);
      return firsts.length === 0 ? null : now() - Math.min(...firsts);
    },
  };
}
