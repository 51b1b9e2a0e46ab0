/** Lets callers wait until jobs have settled; the cost of a change does not depend on the number of jobs waited for. */
export interface JobSettlement {
  /** Resolves when all of these have settled. */
  wait(ids: readonly string[]): Promise<void>;
  /** Call when a job may have settled. */
  check(id: string): void;
  /** Call when any job may have settled. */
  checkAll(): void;
}

export function createJobSettlement(isSettled: (id: string) => boolean): JobSettlement {
  const waiters = new Set<{
    readonly ids: ReadonlySet<string>;
    readonly open: Set<string>;
    readonly resolve: () => void;
  }>();

  const checkAll = (): void => {
    for (const { ids } of waiters) ids.forEach(check);
  };
  /** A settled job may become active again, so it resolves only when all are settled at the same time. */
  const check = (id: string): void => {
    for (const waiter of waiters) {
      if (!waiter.ids.has(id)) continue;
      if (!isSettled(id)) waiter.open.add(id);
      else waiter.open.delete(id);
      if (waiter.open.size > 0) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  };

  return {
    wait: (ids) =>
      new Promise((resolve) => {
        const open = new Set(ids.filter((id) => !isSettled(id)));
        if (open.size === 0) resolve();
        else waiters.add({ ids: new Set(ids), open, resolve });
      }),
    check,
    checkAll,
  };
}
