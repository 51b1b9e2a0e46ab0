import { CATEGORIES, type Category } from '../../src-shared/api/categories.ts';

/** Places in the service's concurrency pools; a creation waits for one, its task's end gives it back. */
export interface Pools {
  /** Resolves with the way to give the place back; rejects with the signal's reason. */
  enter(category: Category, signal: AbortSignal): Promise<() => void>;
}

/** Pools of the service's default sizes (spec part 8), first come first served. */
export function createPools(): Pools {
  const taken = new Map<Category, number>();
  const waiting = new Map<Category, (() => void)[]>();

  const leave = (category: Category): void => {
    const next = waiting.get(category)?.shift();
    if (next) next();
    else taken.set(category, (taken.get(category) ?? 1) - 1);
  };

  return {
    enter: async (category, signal) => {
      signal.throwIfAborted();
      const inside = taken.get(category) ?? 0;
      if (inside < CATEGORIES[category].concurrency) taken.set(category, inside + 1);
      else await queueUp(waiting, category, signal);
      let left = false;
      return () => {
        if (!left) leave(category);
        left = true;
      };
    },
  };
}

function queueUp(waiting: Map<Category, (() => void)[]>, category: Category, signal: AbortSignal): Promise<void> {
  const line = waiting.get(category) ?? [];
  waiting.set(category, line);
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      line.splice(line.indexOf(enter), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    line.push(enter);
  });
}
