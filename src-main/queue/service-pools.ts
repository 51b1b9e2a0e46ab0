import { z } from 'zod';
import { CATEGORY_NAMES } from '../../src-shared/api/models/categories.ts';
import { createTaskPools, type LearnedPoolSizes, type TaskPools, type TaskPoolSizes } from '../pipeline/task-pools.ts';
import type { Clock } from '../base/clock.ts';
import type { KeyValueStore } from '../base/key-value-store.ts';
import { parseJsonOrNull } from '../base/parse-json-or-null.ts';

/** Learned limits older than this are dropped: a pool reduced to one place has recovered long before. */
const KEPT_MS = 24 * 3_600_000;

const lesson = z.object({ size: z.int().min(1), at: z.number() });
const lessons = z.partialRecord(z.enum(CATEGORY_NAMES), lesson);

interface Parts {
  readonly clock: Clock;
  readonly facts: KeyValueStore;
  sizes(): TaskPoolSizes;
}

/** Pools of each service by its key (see `serviceOf`); limits learned from refusals survive a restart. */
export function createServicePools({ clock, facts, sizes }: Parts): (serviceKey: string) => TaskPools {
  const pools = new Map<string, TaskPools>();
  return (serviceKey) => {
    const known =
      pools.get(serviceKey) ?? createTaskPools({ clock, sizes, learned: learnedAt(serviceKey, facts, clock) });
    pools.set(serviceKey, known);
    return known;
  };
}

function learnedAt(serviceKey: string, facts: KeyValueStore, clock: Pick<Clock, 'now'>): LearnedPoolSizes {
  const name = `learned pools ${serviceKey}`;
  const read = (): z.infer<typeof lessons> => lessons.safeParse(parseJsonOrNull(facts.get(name) ?? '{}')).data ?? {};
  return {
    get: (category) => read()[category] ?? null,
    set: (category, size) => {
      const young = Object.entries(read()).filter(([, { at }]) => clock.now() - at < KEPT_MS);
      facts.set(name, JSON.stringify({ ...Object.fromEntries(young), [category]: { size, at: clock.now() } }));
    },
  };
}
