import { expect, test } from 'vitest';
import { durationKey, findJobDurations } from '../../../../src-renderer/features/create/job-durations.ts';
import { buildJob } from '../../build-job.ts';

test('the duration of a job is the median of the latest finished ones with the same recipe and kind of service', () => {
  const done = (tookMs: number | null, finishedAt: number, changes: object = {}) =>
    buildJob({ status: 'done', recipe: 'game', serviceKind: 'cloud', tookMs, finishedAt, ...changes });
  const jobs = [
    ...[9_000, 1_000, 5_000].map((tookMs, at) => done(tookMs, 100 + at)),
    done(null, 200),
    done(1, 200, { status: 'failed' }),
    done(2_000, 200, { serviceKind: 'local' }),
    // Older than the latest 15.
    ...Array.from({ length: 20 }, (_, at) => done(70_000, at, { recipe: 'film' })),
    ...Array.from({ length: 15 }, (_, at) => done(80_000, 300 + at, { recipe: 'film' })),
  ];
  const durations = findJobDurations(jobs);
  expect(durations.get(durationKey('game', 'cloud'))).toEqual({ ms: 5_000, jobs: 3 });
  expect(durations.get(durationKey('game', 'local'))).toEqual({ ms: 2_000, jobs: 1 });
  expect(durations.get(durationKey('film', 'cloud'))).toEqual({ ms: 80_000, jobs: 15 });
  expect(durations.get(durationKey('print', 'cloud'))).toBeUndefined();
});
