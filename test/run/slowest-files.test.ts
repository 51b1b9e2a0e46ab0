import { expect, it } from 'vitest';
import { listSlowest, readPlaywrightTimes, readVitestTimes } from './slowest-files.ts';

it('reads the time of each file from the report of vitest', () => {
  const report = { testResults: [{ name: '/p/test/a.test.ts', startTime: 1_000, endTime: 1_250 }] };
  expect(readVitestTimes(JSON.stringify(report))).toEqual([{ file: '/p/test/a.test.ts', ms: 250 }]);
});

it('sums the tests of a file in the report of Playwright, also inside groups', () => {
  const spec = (ms: number) => ({ tests: [{ results: [{ duration: ms }] }] });
  const report = { suites: [{ file: 'a.spec.ts', specs: [spec(5)], suites: [{ specs: [spec(7), spec(8)] }] }] };
  expect(readPlaywrightTimes(JSON.stringify(report))).toEqual([{ file: 'test/e2e/a.spec.ts', ms: 20 }]);
});

it('lists the slowest files first', () => {
  const times = [1, 3, 2].map((ms) => ({ file: `${ms}`, ms }));
  expect(listSlowest(times, 2).map(({ ms }) => ms)).toEqual([3, 2]);
});
