/** How many calls go into one group, and how many groups run at the same time. */
export interface GroupLimits {
  readonly calls: number;
  readonly groups: number;
  /** Sum of the sizes of a group; a larger call is a group of its own. */
  readonly size?: number;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Calls that come in one turn of the event loop, or while earlier groups run, become one call of `run`: its fixed costs (a
 * round trip, a flush, a lock) are paid once. `run` returns a result for each call in their order, an Error for one that
 * failed; if it rejects, all calls of the group do. With an error of the data of a call, they run again one by one, so that
 * only that call fails: `run` has changed nothing when it rejects with such an error.
 */
export function groupCalls<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly (Result | Error)[]>,
  limits: GroupLimits,
  sizeOf: (call: Call) => number = () => 0,
): (call: Call) => Promise<Result> {
  let waiting: Waiting<Call, Result>[] = [];
  let running = 0;

  function takeGroup(): Waiting<Call, Result>[] {
    const { calls, size = Infinity } = limits;
    let [count, sum] = [0, 0];
    for (const { call } of waiting.slice(0, calls)) {
      sum += sizeOf(call);
      if (count > 0 && sum > size) break;
      count++;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  }

  async function runGroup(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ call }) => call));
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      if (group.length > 1 && isDataError(error)) for (const alone of group) await runGroup([alone]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) await runGroup(takeGroup());
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

/** Classes of SQLSTATE: data exception, violation of a constraint, limit of the server. */
const DATA_ERROR = /^(22|23|54)[0-9A-Z]{3}$/;

/**
 * True if the values of a statement caused the error, before anything was committed: the server refused them, or they do
 * not fit a string. After any other error, such as a lost connection, the outcome may be unknown.
 */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && DATA_ERROR.test(String(error.code));
}
