/** Tasks that wait for a worker; each costs one map entry. */
export interface PriorityQueue {
  /** Adds a task that is not in the queue. Higher priorities go first (spec 4.1). */
  add(taskId: string, priority: number): void;
  /** Removes and returns the next task: of the highest priority, the one added first; null if the queue is empty. */
  take(): string | null;
  /** False if it was not in the queue. */
  remove(taskId: string): boolean;
  /** Removes and returns all that have waited for `ms` or longer. */
  takeOlder(ms: number): string[];
  /** Waiting time of the oldest task in ms; null if the queue is empty. */
  longestWait(): number | null;
}

/** Creates an empty queue; `now` is any monotonic clock in ms. */
export function createPriorityQueue(now: () => number): PriorityQueue {
  // A map keeps the order of insertion; one for each priority ever used, highest first.
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
