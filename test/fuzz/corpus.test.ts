import { afterAll, expect, test } from 'vitest';
import { listCases, readCase, readIndex } from './corpus.ts';
import { createCaseRunner, FUZZ_TARGETS } from './fuzz-targets.ts';

/** Targets without a file of their own whose cases are bytes. */
const BINARY = ['file-heads', 'ktx2', 'tga-texture'];

const runner = createCaseRunner();
afterAll(() => runner.close());

const cases = FUZZ_TARGETS.flatMap((target) =>
  listCases(target.name).map((name) => ({ id: `${target.name}/${name}`, target, name })),
);

test.each(cases)('$id, which failed once, is read or refused with a message', async ({ target, name }) => {
  const bytes = readCase(target.name, name);
  const input = target.kind !== 'json' || BINARY.includes(target.name) ? bytes : bytes.toString('utf8');
  const { verdict } = await runner.runCase(target, input);
  expect(verdict.kind === 'failed' ? verdict.failure : '').toBe('');
});

test('the index has a line for every saved case', () => {
  const listed = readIndex().map((line) => line.split(' ')[0]);
  expect(listed.toSorted()).toEqual(cases.map(({ id }) => id).toSorted());
});
