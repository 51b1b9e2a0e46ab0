import { describe, expect, test } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { sliceRecords } from '../../../src-main/queue/job-list/slice-records.ts';
import { createPrng } from '../../simulation/prng.ts';

type Listed = Pick<JobRecord, 'id' | 'status' | 'position' | 'filed'>;

const STATUSES = ['waiting', 'running', 'done', 'failed', 'held', 'paused'] as const;

/** The records that a list has of these jobs: in the order of their positions. */
function toRecords(jobs: readonly Listed[]): JobRecord[] {
  return [...jobs].sort((one, other) => one.position - other.position) as JobRecord[];
}

function readAll(jobs: readonly Listed[]): string[][] {
  const slices: string[][] = [];
  let slice = sliceRecords(toRecords(jobs), null);
  for (;;) {
    slices.push(slice.jobs.map(({ id }) => id));
    if (slice.after === null) return slices;
    slice = sliceRecords(toRecords(jobs), slice.after);
  }
}

function makeJobs(count: number, random = createPrng('jobs')): Listed[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `job-${n}`,
    position: n + 1,
    status: STATUSES[random.integer(STATUSES.length)]!,
    ...(random.integer(5) === 0 ? { filed: true as const } : {}),
  }));
}

describe('a queue that is told part by part', () => {
  test('tells of every job once, a window full first', () => {
    const jobs = makeJobs(5_000);
    const slices = readAll(jobs);
    expect(slices.flat().sort()).toEqual(jobs.map(({ id }) => id).sort());
    expect(slices[0]).toHaveLength(200);
    expect(Math.max(...slices.map(({ length }) => length))).toBe(1_000);
  });

  test('tells first what is seen first', () => {
    const jobs: Listed[] = [
      { id: 'old', position: 1, status: 'done' },
      { id: 'new', position: 2, status: 'failed' },
      { id: 'off', position: 3, status: 'done', filed: true },
      { id: 'next', position: 4, status: 'waiting' },
      { id: 'later', position: 5, status: 'paused' },
      { id: 'runs', position: 6, status: 'running' },
      { id: 'asks', position: 7, status: 'held' },
    ];
    expect(readAll(jobs)).toEqual([['asks', 'runs', 'next', 'later', 'new', 'old', 'off']]);
  });

  test('an empty queue has one part, and it is empty', () => {
    expect(readAll([])).toEqual([[]]);
  });

  test('jobs of one position are told together', () => {
    const jobs = Array.from({ length: 450 }, (_, n) => ({
      id: `job-${n}`,
      position: n < 150 ? n : 150,
      status: 'done',
    }));
    expect(readAll(jobs as Listed[]).map(({ length }) => length)).toEqual([300, 150]);
  });

  test('whatever changes between two parts, a job that stays as it was is told of', () => {
    const random = createPrng('changes');
    for (let round = 0; round < 50; round++) {
      let jobs = makeJobs(3_000, random);
      const touched = new Set<string>();
      const told = new Set<string>();
      let slice = sliceRecords(toRecords(jobs), null);
      for (;;) {
        for (const { id } of slice.jobs) told.add(id);
        if (slice.after === null) break;
        // What changes is pushed, so that it need not be in a part.
        for (let change = 0; change < 100; change++) {
          const { id } = jobs[random.integer(jobs.length)]!;
          touched.add(id);
          const [kind, position] = [random.integer(3), random.integer(6_000)];
          if (kind === 0) jobs = jobs.filter((job) => job.id !== id);
          else jobs = jobs.map((job) => (job.id === id ? changed(job, kind, position) : job));
        }
        slice = sliceRecords(toRecords(jobs), slice.after);
      }
      expect(jobs.filter(({ id }) => !touched.has(id) && !told.has(id))).toEqual([]);
    }
  });
});

function changed(job: Listed, kind: number, position: number): Listed {
  return kind === 1 ? { ...job, position } : { ...job, status: STATUSES[position % STATUSES.length]! };
}
