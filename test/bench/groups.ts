import type { AnyGroup } from './harness/row.ts';

/** The groups by the names that `npm run bench -- NAME` takes; loaded when they run. */
export const GROUPS: Readonly<Record<string, () => Promise<AnyGroup>>> = {
  queue: async () => (await import('./queue.ts')).queueGroup,
};
