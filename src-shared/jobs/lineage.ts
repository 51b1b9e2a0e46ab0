import type { Job } from './job.ts';

/** The fields of a job that describe its origin. */
export type Descended = Pick<Job, 'id' | 'basedOn'>;

/** The jobs one came from, the first of all first; `isWhole`: the first is here, and came from none. */
export interface Ancestry<J> {
  readonly jobs: readonly J[];
  readonly isWhole: boolean;
}

/** Follows a job back to what it came from, as far as that is still here. */
export function findAncestry<J extends Descended>(job: J, find: (id: string) => J | null): Ancestry<J> {
  const jobs: J[] = [];
  const seen = new Set([job.id]);
  let { basedOn } = job;
  while (basedOn !== null) {
    const next = seen.has(basedOn) ? null : find(basedOn);
    if (!next) return { jobs, isWhole: false };
    seen.add(next.id);
    jobs.unshift(next);
    ({ basedOn } = next);
  }
  return { jobs, isWhole: true };
}

/** Ids of everything that came from a job, directly or not. */
export function findDescendants(id: string, jobs: Iterable<Descended>): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { id: child, basedOn } of jobs) {
    if (basedOn === null) continue;
    const known = children.get(basedOn);
    if (known) known.push(child);
    else children.set(basedOn, [child]);
  }
  const found = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of children.get(next) ?? []) {
      if (found.has(child) || child === id) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  return found;
}
