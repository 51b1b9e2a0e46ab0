import { describeLoad, isDisturbing, type ForeignLoad } from './foreign-load.ts';
import type { Figures, Row, Trial } from './row.ts';
import { RUNS } from './row.ts';
import { median, pairRatios, summarize, type Summary } from './statistics.ts';

/** What the processes of a bench used during one run. */
export interface Usage {
  /** User and system time, seconds. */
  readonly cpuSeconds: number;
  /** Most resident memory of all of them together, bytes. */
  readonly peakBytes: number;
  /** Bytes sent to disks. */
  readonly writtenBytes: number;
}

/** The same, and what others used meanwhile. */
export interface RunUsage extends Usage {
  readonly foreign: ForeignLoad;
}

/** Watches a run from outside; the usage is null where it cannot be read. */
export type Probe = <T>(run: () => Promise<T>) => Promise<{ value: T; usage: RunUsage | null }>;

/** A row with its measured values, not judged yet. */
export interface MeasuredRow extends Row {
  readonly peer: string | null;
  readonly state: 'warm' | 'cold';
  readonly isExact: boolean;
  readonly ours: Summary | null;
  readonly theirs: Summary | null;
  /** Ours divided by theirs, paired by run. */
  readonly ratio: Summary | null;
  /** Everything that the runs of ours returned, as medians. */
  readonly figures: Figures | null;
  readonly usage: { readonly ours: Usage | null; readonly theirs: Usage | null };
  /** What a reader must know of these values. */
  readonly note: string | null;
  /** How many runs were measured beside others, and beside whom; null: none, or it cannot be read. */
  readonly disturbed: string | null;
  /** Why there are no values. */
  readonly absent?: 'quick' | 'missing' | 'failed';
  /** What failed or is missing. */
  readonly error?: string;
}

/** Measures ours and the peer in turns; whoever is first in one run is second in the next. */
export async function measureTrial<Context>(
  trial: Trial<Context>,
  context: Context,
  isQuick: boolean,
  probe: Probe,
): Promise<MeasuredRow[]> {
  const runs = countRuns(trial, isQuick);
  if (runs === 0) return describeAbsent(trial, isQuick, { absent: 'quick' });
  const { ours, theirs, disturbed } = await interleave(trial, context, { runs, isQuick, probe });
  const peerRuns = theirs.flatMap(({ value }) => (value === null ? [] : [value]));
  return describeRows(trial, isQuick).map((row) => {
    const values = ours.map(({ value }) => pick(value, row));
    const others = peerRuns.flatMap((figures) => figures[row.beside?.figure ?? row.figure] ?? []);
    return {
      ...row,
      peer: others.length === values.length || row.peer === null ? row.peer : `${row.peer}, not measured`,
      ours: summarize(values),
      theirs: summarize(others),
      ratio: summarize(pairRatios(values, others)),
      figures: takeMedians(ours.map(({ value }) => value)),
      note: trial.note?.(context) ?? null,
      usage: { ours: typicalUsage(ours), theirs: typicalUsage(theirs) },
      disturbed,
    };
  });
}

/** The rows of a trial that was not measured. */
export function describeAbsent<Context>(
  trial: Trial<Context>,
  isQuick: boolean,
  why: Pick<MeasuredRow, 'absent' | 'error'>,
): MeasuredRow[] {
  return describeRows(trial, isQuick).map((row) => ({ ...row, ...why }));
}

function describeRows<Context>(trial: Trial<Context>, isQuick: boolean): MeasuredRow[] {
  return trial.rows.map((row) => ({
    ...row,
    what: isQuick ? (row.quickWhat ?? row.what) : row.what,
    peer: row.beside?.name ?? trial.peer?.name ?? null,
    state: trial.state,
    isExact: trial.isExact ?? false,
    ours: null,
    theirs: null,
    ratio: null,
    figures: null,
    note: null,
    usage: { ours: null, theirs: null },
    disturbed: null,
  }));
}

/** Runs of each; 0: a quick run skips the trial. */
export function countRuns<Context>(
  { quickRuns = 1, runs = RUNS, isExact = false }: Trial<Context>,
  isQuick: boolean,
): number {
  if (isQuick && quickRuns === 0) return 0;
  if (isExact) return 1;
  return isQuick ? quickRuns : runs;
}

interface Run<T> {
  readonly value: T;
  readonly usage: RunUsage | null;
}

interface Pair {
  readonly ours: Run<Figures>;
  readonly theirs: Run<Figures | null> | null;
}

/** Runs beside other work are repeated, so many of `runs` at most; a quick run repeats none. */
const REPEATED_SHARE = 0.6;

interface Interleaving {
  readonly runs: number;
  readonly isQuick: boolean;
  readonly probe: Probe;
}

/** Pairs of runs that nothing disturbed, as far as there are enough of them. */
async function interleave<Context>(
  trial: Trial<Context>,
  context: Context,
  { runs, isQuick, probe }: Interleaving,
): Promise<{ ours: Run<Figures>[]; theirs: Run<Figures | null>[]; disturbed: string | null }> {
  const { isExact = false } = trial;
  // A single run of a quick run is rough anyway.
  if (trial.state === 'warm' && !isExact && !(isQuick && runs === 1)) {
    await trial.ours(context, -1);
    if (trial.peer?.isCold !== true) await trial.peer?.measure(context, -1);
  }
  const most = isQuick || isExact ? runs : runs + Math.ceil(runs * REPEATED_SHARE);
  const [quiet, busy]: [Pair[], Pair[]] = [[], []];
  for (let run = 0; run < most && quiet.length < runs; run++) {
    const pair = await measurePair(trial, context, run, probe);
    (isExact || findDisturbing(pair) === null ? quiet : busy).push(pair);
  }
  const used = busy.slice(0, runs - quiet.length);
  const pairs = [...quiet, ...used];
  return {
    ours: pairs.map(({ ours }) => ours),
    theirs: pairs.flatMap(({ theirs }) => theirs ?? []),
    disturbed: used[0] ? `${used.length} of ${runs} runs beside ${describeLoad(findDisturbing(used[0])!)}` : null,
  };
}

async function measurePair<Context>(trial: Trial<Context>, context: Context, run: number, probe: Probe): Promise<Pair> {
  const { peer } = trial;
  const measureOurs = () => probe(() => trial.ours(context, run));
  const measureTheirs = async () => peer && (await probe(() => peer.measure(context, run)));
  if (run % 2 === 0 || trial.isOneEvent) {
    const ours = await measureOurs();
    return { ours, theirs: await measureTheirs() };
  }
  const theirs = await measureTheirs();
  return { theirs, ours: await measureOurs() };
}

/** The load beside a pair, if it disturbs; the heavier of both runs. */
function findDisturbing({ ours, theirs }: Pair): ForeignLoad | null {
  const loads = [ours, theirs].flatMap((run) => run?.usage?.foreign ?? []).filter(isDisturbing);
  return loads.toSorted((a, b) => b.seconds / b.available - a.seconds / a.available)[0] ?? null;
}

function pick(figures: Figures, { id, figure }: Row): number {
  const value = figures[figure];
  if (value === undefined) throw new Error(`The run of ${id} returned no “${figure}”.`);
  return value;
}

/** The figures that every run returned. */
function takeMedians(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}).filter((name) => runs.every((run) => name in run));
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]!))]));
}

/** Medians of the processor time and of the bytes, and the most memory of all runs. */
function typicalUsage(runs: readonly Run<unknown>[]): Usage | null {
  const usages = runs.flatMap(({ usage }) => usage ?? []);
  const of = (key: keyof Usage): Summary | null => summarize(usages.map((usage) => usage[key]));
  const [cpu, peak, written] = [of('cpuSeconds'), of('peakBytes'), of('writtenBytes')];
  if (!cpu || !peak || !written) return null;
  return { cpuSeconds: cpu.median, peakBytes: peak.max, writtenBytes: written.median };
}
