import type { Job } from './job.ts';

/** The fields of a job that describe its origin. */
export type Descended = Pick<Job, 'id' | 'basedOn'>;

/** The ancestors of a job, oldest first; `missing`: the origin of the first one, which does not exist; null: it has none. */
export interface Ancestry<J> {
  readonly jobs: readonly J[];
  readonly missing: string | null;
}

/** Follows the origins of a job as far as they still exist. */
export function findAncestry<J extends Descended>(job: J, find: (id: string) => J | null): Ancestry<J> {
  const jobs: J[] = [];
  const seen = new Set([job.id]);
  let { basedOn } = job;
  while (basedOn !== null) {
    const next = seen.has(basedOn) ? null : find(basedOn);
    if (!next) return { jobs, missing: basedOn };
    seen.add(next.id);
    jobs.unshift(next);
    ({ basedOn } = next);
  }
  return { jobs, missing: null };
}

/** Returns the ids of all direct and indirect descendants of a job. */
export function findDescendants(id: string, jobs: Iterable<Descended>): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { id: child, basedOn } of jobs) {
    if (basedOn === null) continue;
    const known = children.get(basedOn);
    if (known) known.push(child);
    else children.set(basedOn, [child]);
  }
  const descendants = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of children.get(next) ?? []) {
      if (descendants.has(child) || child === id) continue;
      descendants.add(child);
      waiting.push(child);
    }
  }
  return descendants;
}
