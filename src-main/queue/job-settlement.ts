/** Lets callers wait until jobs have settled; each change of a job costs the same, however many are waited for. */
export interface JobSettlement {
  /** Resolves when all of these have settled. */
  wait(ids: readonly string[]): Promise<void>;
  /** To be called when a job may have settled. */
  check(id: string): void;
  /** To be called when any job may have settled. */
  checkAll(): void;
}

/** No one is waiting. */
export function createJobSettlement(isSettled: (id: string) => boolean): JobSettlement {
  const waiters = new Set<{
    readonly ids: ReadonlySet<string>;
    readonly open: Set<string>;
    readonly resolve: () => void;
  }>();

  const checkAll = (): void => {
    for (const { ids } of waiters) ids.forEach(check);
  };
  /** What has settled may stir again, so that the end is the moment at which all are settled. */
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
