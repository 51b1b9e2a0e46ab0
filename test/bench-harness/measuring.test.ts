import { expect, test } from 'vitest';
import { judgeRow } from '../bench/harness/judge-row.ts';
import { describeLoad, isDisturbing, type ForeignLoad } from '../bench/harness/foreign-load.ts';
import { createPatience } from '../bench/harness/machine-load.ts';
import { MissingProgram } from '../bench/harness/missing-program.ts';
import { describeMissing } from '../bench/harness/needs.ts';
import { measureTrial, type MeasuredRow, type Probe } from '../bench/harness/measure-trial.ts';
import { describeCommand, selectTree } from '../bench/harness/process-tree.ts';
import { defineGroup, RUNS, type AnyGroup, type Row, type RunOptions, type Trial } from '../bench/harness/row.ts';
import { runGroup } from '../bench/harness/run-group.ts';
import { median, pairRatios, summarize } from '../bench/harness/statistics.ts';

const ROW: Row = { id: 'a/b', what: 'work', figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 1.5 } };

const QUIET: ForeignLoad = { seconds: 0.05, available: 2, busiest: [] };
const BUSY: ForeignLoad = { seconds: 1.6, available: 2, busiest: ['chrome 150 %', 'node 10 %'] };

const direct: Probe = async (run) => ({ value: await run(), usage: null });

/** A trial whose runs return the numbers of a list, and note who ran. */
function createTrial(ours: readonly number[], theirs: readonly number[] | null, row: Partial<Row> = {}) {
  const order: string[] = [];
  const trial: Trial<null> = {
    rows: [{ ...ROW, ...row }],
    state: 'cold',
    ours: (_, run) => {
      order.push(`ours ${run}`);
      return Promise.resolve({ ms: ours[run] ?? 0 });
    },
    peer: theirs && {
      name: 'a peer',
      measure: (_, run) => {
        order.push(`peer ${run}`);
        return Promise.resolve({ ms: theirs[run] ?? 0 });
      },
    },
  };
  return { trial, order };
}

test('the median of an even number of values lies between the middle two', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2.5, Number.NaN]);
});

test('a summary has quartiles and extremes', () => {
  expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, q1: 2, q3: 4, min: 1, max: 5, count: 5 });
  expect(summarize([])).toBeNull();
});

test('ratios are paired by run, and nothing beside nothing is 1', () => {
  expect(pairRatios([2, 9, 0, 1], [1, 3, 0, 0])).toEqual([2, 3, 1, Infinity]);
});

test('ours and the peer take turns, and whoever is first changes with each run', async () => {
  const { trial, order } = createTrial([2, 4, 6, 8, 10], [1, 2, 3, 4, 5]);
  const [row] = await measureTrial(trial, null, false, direct);
  expect(order.slice(0, 6)).toEqual(['ours 0', 'peer 0', 'peer 1', 'ours 1', 'ours 2', 'peer 2']);
  expect(order).toHaveLength(2 * RUNS);
  expect([row?.ours?.median, row?.theirs?.median, row?.ratio]).toEqual([6, 3, summarize([2, 2, 2, 2, 2])]);
});

test('a warm trial runs each once before it counts, and an exact one runs once', async () => {
  const warm = createTrial([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]);
  await measureTrial({ ...warm.trial, state: 'warm' }, null, false, direct);
  expect(warm.order.slice(0, 3)).toEqual(['ours -1', 'peer -1', 'ours 0']);
  const exact = createTrial([1], [1]);
  const [row] = await measureTrial({ ...exact.trial, state: 'warm', isExact: true }, null, false, direct);
  expect([exact.order, row?.ours?.count]).toEqual([['ours 0', 'peer 0'], 1]);
});

test('a quick run has fewer runs and says which rows are too heavy for it', async () => {
  const { trial, order } = createTrial([1, 1], [1, 1], { quickWhat: 'less work' });
  const [row] = await measureTrial(trial, null, true, direct);
  expect([order.length, row?.what]).toEqual([2, 'less work']);
  const [skipped] = await measureTrial({ ...trial, quickRuns: 0 }, null, true, direct);
  expect(judgeRow(skipped!, null)).toMatchObject({ verdict: 'skipped', words: 'skipped in a quick run' });
});

test('the usage of a row is that of a typical run, and its memory the most of all', async () => {
  const { trial } = createTrial([1, 1, 1], null);
  let run = 0;
  const probe: Probe = async (work) => {
    const usage = { cpuSeconds: ++run, peakBytes: 10 * run, writtenBytes: 100 * run, foreign: QUIET };
    return { value: await work(), usage };
  };
  const [row] = await measureTrial({ ...trial, runs: 3 }, null, false, probe);
  expect(row?.usage).toEqual({ ours: { cpuSeconds: 2, peakBytes: 30, writtenBytes: 200 }, theirs: null });
});

test('goals of ratio and limit are judged by the direction of the row', async () => {
  const verdictOf = async (ours: number, row: Partial<Row> = {}, peer = 1): Promise<string> => {
    const { trial } = createTrial([ours, ours], [peer, peer], row);
    return judgeRow((await measureTrial(trial, null, true, direct))[0]!, null).verdict;
  };
  expect([await verdictOf(1.4), await verdictOf(1.6)]).toEqual(['met', 'missed']);
  const goal = { ratio: 2, limit: 4 };
  expect([await verdictOf(1, { goal }), await verdictOf(3, { goal })]).toEqual(['met', 'missed']);
  const higher = { better: 'higher', goal } as const;
  expect([await verdictOf(3, higher), await verdictOf(5, higher)]).toEqual(['missed', 'met']);
  // Nothing cannot be less; and something is more than any multiple of nothing.
  expect([await verdictOf(0, { goal: { ratio: 0.25 } }, 0), await verdictOf(5, higher, 0)]).toEqual(['met', 'met']);
});

test('a row without a peer is loud, and only a limit can be met without one', async () => {
  const without = createTrial([1, 1], null).trial;
  const [row] = await measureTrial(without, null, true, direct);
  expect(judgeRow(row!, null)).toMatchObject({ verdict: 'no peer', words: 'NO PEER' });
  const limited = createTrial([1, 1], null, { goal: { limit: 2 } }).trial;
  const [judged] = await measureTrial(limited, null, true, direct);
  expect(judgeRow(judged!, null).verdict).toBe('met');
});

test('a peer that is not installed is no peer', async () => {
  const { trial } = createTrial([1, 1], null);
  const peer = { name: 'Blender', measure: () => Promise.resolve(null) };
  const [row] = await measureTrial({ ...trial, peer }, null, true, direct);
  expect([row?.ratio, judgeRow(row!, null).verdict]).toEqual([null, 'no peer']);
  expect(judgeRow(row!, null).words).toBe('NO PEER (Blender, not measured)');
  const within = { ...row!, goal: { limit: 2 } };
  expect(judgeRow(within, null)).toMatchObject({ verdict: 'met', words: '✓ met, NO PEER (Blender, not measured)' });
  expect(judgeRow({ ...within, goal: { limit: 2, ratio: 1 } }, null).verdict).toBe('no peer');
});

test('a busy machine gives no verdict and names what runs, except for exact rows', async () => {
  const { trial } = createTrial([1, 1], [1, 1]);
  const [row] = await measureTrial(trial, null, true, direct);
  const { verdict, words } = judgeRow(row!, 'chrome 88 %');
  expect([verdict, words]).toEqual(['machine busy', 'no verdict: machine busy (chrome 88 %)']);
  expect(judgeRow({ ...row!, isExact: true }, 'chrome 88 %').verdict).toBe('met');
});

test('the harness waits for a quiet machine, up to its patience in all', async () => {
  const loads = [BUSY, QUIET];
  const later = createPatience(60_000, () => Promise.resolve(loads.shift()!));
  expect(await later.wait()).toBeNull();
  const never = createPatience(0, () => Promise.resolve(BUSY));
  expect([await never.wait(), await never.wait()]).toEqual(Array(2).fill('chrome 150 %, node 10 %'));
});

test('a tenth of the processors beside a run disturbs it, and what ticks cannot count does not', () => {
  expect([QUIET, BUSY, { seconds: 0.03, available: 0.1, busiest: [] }].map(isDisturbing)).toEqual([false, true, false]);
  expect(describeLoad({ ...BUSY, busiest: [] })).toBe('80 % of the processors');
});

/** A probe whose runs go beside the loads of a list, and quietly after them. */
function createLoadedProbe(loads: readonly ForeignLoad[]): Probe {
  let runs = 0;
  return async (run) => {
    const usage = { cpuSeconds: 1, peakBytes: 1, writtenBytes: 1, foreign: loads[runs++] ?? QUIET };
    return { value: await run(), usage };
  };
}

test('runs beside other work are repeated, and do not count', async () => {
  const { trial, order } = createTrial([9, 2, 2, 2], [1, 1, 1, 1]);
  const [row] = await measureTrial({ ...trial, runs: 3 }, null, false, createLoadedProbe([BUSY]));
  expect(order.filter((each) => each.startsWith('ours'))).toEqual(['ours 0', 'ours 1', 'ours 2', 'ours 3']);
  expect([row?.ours?.max, row?.ours?.count, row?.disturbed]).toEqual([2, 3, null]);
  expect(judgeRow(row!, 'busy before the group')).toMatchObject({ verdict: 'missed' });
});

test('a row that stays beside other work gets no verdict', async () => {
  const { trial, order } = createTrial([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]);
  const always = createLoadedProbe(Array<ForeignLoad>(20).fill(BUSY));
  const [row] = await measureTrial({ ...trial, runs: 3 }, null, false, always);
  expect(order).toHaveLength(2 * 5);
  expect(row?.disturbed).toBe('3 of 3 runs beside chrome 150 %, node 10 %');
  expect(judgeRow(row!, null).verdict).toBe('machine busy');
  const exact = createTrial([1], [1]);
  const [counted] = await measureTrial({ ...exact.trial, isExact: true }, null, false, createLoadedProbe([BUSY]));
  expect([exact.order.length, judgeRow(counted!, null).verdict]).toEqual([2, 'met']);
});

test('a quick run repeats nothing', async () => {
  const { trial, order } = createTrial([1, 1], [1, 1]);
  const [row] = await measureTrial({ ...trial, quickRuns: 2 }, null, true, createLoadedProbe([BUSY]));
  expect([order.length, row?.disturbed]).toEqual([4, '1 of 2 runs beside chrome 150 %, node 10 %']);
});

test('a single quick run does not warm up', async () => {
  const { trial, order } = createTrial([1], [1]);
  await measureTrial({ ...trial, state: 'warm' }, null, true, direct);
  expect(order).toEqual(['ours 0', 'peer 0']);
});

test('a peer that starts a process is not warmed up', async () => {
  const { trial, order } = createTrial([1, 1], [1, 1]);
  const peer = { ...trial.peer!, isCold: true };
  await measureTrial({ ...trial, state: 'warm', peer, quickRuns: 2 }, null, true, direct);
  expect(order.slice(0, 3)).toEqual(['ours -1', 'ours 0', 'peer 0']);
});

async function collectRows(
  group: AnyGroup,
  options: RunOptions,
  isWanted: (id: string) => boolean = () => true,
): Promise<MeasuredRow[]> {
  const all: MeasuredRow[] = [];
  await runGroup(group, { options, isWanted, probe: direct, onRows: (rows) => all.push(...rows) });
  return all;
}

test('a trial that fails is a failed row and ends no other', async () => {
  const closed: string[] = [];
  const { trial } = createTrial([1, 1], [1, 1]);
  const failing: Trial<null> = {
    ...trial,
    rows: [{ ...ROW, id: 'a/fails' }],
    ours: () => Promise.reject(new Error('It broke.')),
  };
  const group = defineGroup<null>({
    name: 'a',
    open: () => Promise.resolve(null),
    close: () => Promise.resolve(void closed.push('closed')),
    trials: [failing, trial],
  });
  const options = { isQuick: true, librariesFolder: null };
  const rows = await collectRows(group, options);
  expect(rows.map((row) => judgeRow(row, null).words)).toEqual(['✗ failed: It broke.', '✓ met']);
  expect(closed).toEqual(['closed']);
  expect(await collectRows(group, options, (id) => id === 'a/b')).toHaveLength(1);
});

test('what needs a missing program is left out and has not failed', async () => {
  const { trial } = createTrial([1, 1], [1, 1]);
  const group = defineGroup<null>({
    name: 'a',
    open: () => Promise.reject(new MissingProgram('Blender is not installed')),
    close: () => Promise.resolve(),
    trials: [trial],
  });
  const options = { isQuick: true, librariesFolder: null };
  const [row] = await collectRows(group, options);
  const { verdict, words } = judgeRow(row!, null);
  expect([verdict, words]).toEqual(['skipped', 'NOT MEASURED: Blender is not installed']);
});

test('a row may stand beside another peer of the same event', async () => {
  const { trial } = createTrial([6, 6], null, { beside: { name: 'the kernel', figure: 'kernelMs' } });
  const measure = (kernel: object) => () => Promise.resolve({ ms: 1, ...kernel });
  const measureWith = (kernel: object) =>
    measureTrial({ ...trial, peer: { name: 'a peer', measure: measure(kernel) } }, null, true, direct);
  expect((await measureWith({ kernelMs: 2 }))[0]).toMatchObject({ peer: 'the kernel', ratio: { median: 3 } });
  expect((await measureWith({}))[0]).toMatchObject({ peer: 'the kernel, not measured', ratio: null });
});

test('in one event, the peer always follows ours', async () => {
  const { trial, order } = createTrial([1, 1], [1, 1]);
  await measureTrial({ ...trial, isOneEvent: true, quickRuns: 2 }, null, true, direct);
  expect(order).toEqual(['ours 0', 'peer 0', 'ours 1', 'peer 1']);
});

test('a process tree is a process and all below it', () => {
  const stat = { name: 'node', cpuSeconds: 0, endedCpuSeconds: 0, residentBytes: 0 };
  const all = [
    { ...stat, pid: 1, parent: 0 },
    { ...stat, pid: 5, parent: 2 },
    { ...stat, pid: 2, parent: 1 },
    { ...stat, pid: 9, parent: 1 },
  ];
  expect(selectTree(all, 2).map(({ pid }) => pid)).toEqual([2, 5]);
});

test('missing programs are named with the command that installs them', () => {
  expect(describeMissing(['blender', 'blender', 'curl'], '/nowhere')).toBe(
    'MISSING blender, curl: sudo apt-get install blender python3-numpy curl',
  );
  expect(describeMissing([], '/nowhere')).toBeNull();
});

test('a process is named by its program and its script', () => {
  expect(describeCommand('/usr/bin/node\0--no-warnings\0/app/vitest.mjs\0run\0')).toBe('node vitest.mjs');
  expect(describeCommand('/opt/chrome --type=renderer --lang=en')).toBe('chrome');
});
