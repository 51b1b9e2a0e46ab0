/** An asynchronous interface as code without waiting implements it: the same methods with results instead of promises. */
export type Synchronous<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : T[K];
};

/**
 * The asynchronous interface of code without waiting. A method has run when its call returns; what it throws is a
 * rejection.
 */
export function toAsynchronous<T extends object>(parts: Synchronous<T>): T {
  const entries = Object.entries(parts).map(([name, part]: [string, unknown]) => {
    const method = part as (...args: unknown[]) => unknown;
    return [name, typeof part === 'function' ? (...args: unknown[]) => run(() => method(...args)) : part];
  });
  return Object.fromEntries(entries) as T;
}

async function run(method: () => unknown): Promise<unknown> {
  return method();
}
