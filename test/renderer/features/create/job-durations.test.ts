import { expect, test } from 'vitest';
import {
  durationKey,
  findJobDurations,
  totalDuration,
} from '../../../../src-renderer/features/create/job-durations.ts';
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
  expect(durations.get(durationKey('game', 'cloud'))).toMatchObject({ ms: 5_000, jobs: 3 });
  expect(durations.get(durationKey('game', 'local'))).toEqual({ ms: 2_000, jobs: 1, apartMs: 2_000 });
  expect(durations.get(durationKey('film', 'cloud'))).toMatchObject({ ms: 80_000, jobs: 15 });
  expect(durations.get(durationKey('print', 'cloud'))).toBeUndefined();
});

test('many jobs take as long as their number and those that ran at once let expect', () => {
  const finished = [60_000, 60_000, 120_000, 200_000].map((finishedAt) =>
    buildJob({ status: 'done', recipe: 'game', serviceKind: 'cloud', tookMs: 60_000, finishedAt }),
  );
  const duration = findJobDurations(finished).get(durationKey('game', 'cloud'))!;
  // Four jobs in three minutes, without the pause between them.
  expect(duration).toEqual({ ms: 60_000, jobs: 4, apartMs: 45_000 });
  expect([1, 500].map((jobs) => totalDuration(duration, jobs))).toEqual([60_000, 22_500_000]);
});
