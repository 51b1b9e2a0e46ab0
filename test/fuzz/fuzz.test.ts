import { afterAll, expect, test } from 'vitest';
import { createDraws } from './draws.ts';
import { FILE_TARGETS } from './file-targets.ts';
import { createCaseRunner, FUZZ_TARGETS } from './fuzz-targets.ts';
import { fuzzTarget } from './fuzz-loop.ts';
import { formatFuzzReport } from './fuzz-report.ts';
import { createJsonRunner } from './json-runner.ts';
import { JSON_TARGETS } from './json-targets.ts';
import { shrinkCase } from './shrink.ts';

// A small part of `npm run fuzz`, with other cases every day: all runs of a day agree, and a failure names its seed.
const DAY_MS = 24 * 60 * 60_000;
const FIRST_SEED = Math.floor(Date.now() / DAY_MS) * 10_000;
console.log(`Fuzz cases of today: \`npm run fuzz -- --seed ${FIRST_SEED}\``);
const FILE_CASES = 220;
const JSON_CASES = 3_000;
/** Formats that are no sources. */
const REFUSED = ['tga', 'svg'];

/** More than the app allows: other tests run beside it. */
const MAX_READ_MS = 180_000;

const runner = createCaseRunner(MAX_READ_MS);
afterAll(() => runner.close());

test.each(FUZZ_TARGETS)('every case of $name is read or refused with a message', async (target) => {
  const isFile = target.kind !== 'json' || target.name === 'file-heads';
  const count = isFile ? FILE_CASES / FILE_TARGETS.length : JSON_CASES / JSON_TARGETS.length;
  const report = await fuzzTarget(target, FIRST_SEED, (cases) => cases < count, runner.runCase, false);
  expect(report.failures).toEqual([]);
  expect(report.accepted + report.refused).toBe(report.cases);
});

test.each(FILE_TARGETS)('the simplest case of $name is a valid file', async (target) => {
  const { verdict } = await runner.runCase(target, await target.generate(createDraws('', []).prng));
  expect(verdict.kind).toBe(REFUSED.includes(target.name) ? 'refused' : 'accepted');
});

test('the simplest case of onnx is a valid network', async () => {
  const onnx = FUZZ_TARGETS.find(({ kind }) => kind === 'network')!;
  const { verdict } = await runner.runCase(onnx, await onnx.generate(createDraws('', []).prng));
  expect(verdict.kind).toBe('accepted');
});

test.each(FUZZ_TARGETS)('a seed of $name gives the same case after 100 others', async (target) => {
  const make = async (seed: number): Promise<Buffer> =>
    Buffer.from(await target.generate(createDraws(`${target.name}/${seed}`).prng));
  const first = await make(500);
  for (let seed = 501; seed <= 600; seed++) await make(seed);
  expect((await make(500)).equals(first)).toBe(true);
});

test('the memory of a case is its own, not that of the process that starts its process', async () => {
  const large = Buffer.alloc(500_000_000, 1);
  const texts = createJsonRunner();
  const target = JSON_TARGETS.find(({ name }) => name === 'recipes')!;
  const { verdict, peakBytes } = await texts.run(target, '{}');
  await texts.close();
  expect(verdict.kind).toBe('refused');
  expect(peakBytes).toBeGreaterThan(0);
  expect(peakBytes).toBeLessThan(large.length);
});

test('a failing case is made simpler while it fails in the same way', async () => {
  const target = {
    kind: 'json',
    name: 'numbers',
    generate: ({ integer }: { integer(below: number): number }) =>
      JSON.stringify(Array.from({ length: integer(200) }, () => integer(1_000))),
    run: () => Promise.resolve(true),
  } as const;
  const isFailing = (input: Uint8Array | string) =>
    Promise.resolve((JSON.parse(String(input)) as number[]).filter((number) => number > 100).length >= 2);
  const { input } = await shrinkCase(target, 'numbers/7', isFailing);
  const numbers = JSON.parse(String(input)) as number[];
  expect(await isFailing(input)).toBe(true);
  expect(numbers.length).toBeLessThan(20);
});

test('a report has a row for each target', () => {
  const report = { name: 'glb', cases: 9, accepted: 4, refused: 4, failures: ['x'], failed: 1 };
  const text = formatFuzzReport('2026-11-23', 5, 7, [
    { ...report, slowestMs: 1_540, slowestSeed: 8, peakBytes: 2e8, outcomes: 3 },
  ]);
  expect(text).toContain('Run of 2026-11-23, 5 minutes, first seed 7: 9 cases of 1 targets.');
  expect(text).toContain('| glb | 9 | 4 | 4 | 3 | **1** | 1.5 s (seed 8) | 200 MB |');
});
