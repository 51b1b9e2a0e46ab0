import { expect, test } from 'vitest';
import { createProblemLines } from '../../../../src-main/cli/lib/output/problem-lines.ts';
import { toErrorInfo, AppError } from '../../../../src-shared/base/errors.ts';

type Jobs = Parameters<ReturnType<typeof createProblemLines>>[0];

const offline = toErrorInfo(new AppError('offline', '', { retryable: true }));
const broken = toErrorInfo(new AppError('service_error', '(500)', { retryable: true }));
const job = (id: string, patch: Partial<Jobs[number]> = {}): Jobs[number] => ({
  ...{ id, name: `${id}.png`, status: 'waiting', error: null },
  ...patch,
});

test('an error is printed once, whichever and how many jobs have it', () => {
  const lines = createProblemLines();
  expect(lines([job('a'), job('b', { status: 'running' })])).toEqual([]);
  expect(
    lines([job('a', { status: 'offline', error: offline }), job('b', { status: 'offline', error: offline })]),
  ).toEqual([expect.stringMatching(/^a\.png: .*retry automatically/)]);
  expect(lines([job('a', { status: 'offline', error: offline })])).toEqual([]);
  expect(lines([job('a', { error: broken })])).toEqual([expect.stringContaining('(500)')]);
});

test('it is printed again once no job has it any more', () => {
  const lines = createProblemLines();
  const [a, b] = [job('a', { error: broken }), job('b', { error: broken })];
  expect(lines([a, b])).toHaveLength(1);
  lines([job('a')]);
  expect(lines([a])).toEqual([]);
  lines([job('a'), job('b', { status: 'running' })]);
  expect(lines([b])).toEqual([expect.stringMatching(/^b\.png: /)]);
});

test('the error of a job that ended is printed with its report only', () => {
  expect(
    createProblemLines()([
      job('a', { status: 'failed', error: broken }),
      job('b', { status: 'paused', error: offline }),
    ]),
  ).toEqual([]);
});
