/** How many calls go into one group, and how many groups run at the same time. */
export interface GroupLimits {
  readonly calls: number;
  readonly groups: number;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Calls that come in one turn of the event loop, or while earlier groups run, become one call of `run`: its fixed costs (a
 * round trip, a flush, a lock) are paid once. `run` returns a result for each call in their order, an Error for one that
 * failed; if it rejects, all calls of the group do.
 */
export function groupCalls<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly (Result | Error)[]>,
  limits: GroupLimits,
): (call: Call) => Promise<Result> {
  let waiting: Waiting<Call, Result>[] = [];
  let running = 0;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, limits.calls);
      waiting = waiting.slice(limits.calls);
      try {
        const results = await run(group.map(({ call }) => call));
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index] as Result | Error;
          if (result instanceof Error) reject(result);
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running--;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (running >= limits.groups) return;
      running++;
      setImmediate(() => void work());
    });
}
