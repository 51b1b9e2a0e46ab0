import type { Figures, Row, Trial } from './row.ts';
import { RUNS } from './row.ts';
import { pairRatios, summarize, type Summary } from './statistics.ts';

/** What the processes of a bench used during one run. */
export interface Usage {
  /** User and system time, seconds. */
  readonly cpuSeconds: number;
  /** Most resident memory of all of them together, bytes. */
  readonly peakBytes: number;
  /** Bytes sent to disks. */
  readonly writtenBytes: number;
}

/** Watches a run from outside; the usage is null where it cannot be read. */
export type Probe = <T>(run: () => Promise<T>) => Promise<{ value: T; usage: Usage | null }>;

/** A row with its measured values, not judged yet. */
export interface MeasuredRow extends Row {
  readonly peer: string | null;
  readonly state: 'warm' | 'cold';
  readonly isExact: boolean;
  readonly ours: Summary | null;
  readonly theirs: Summary | null;
  /** Ours divided by theirs, paired by run. */
  readonly ratio: Summary | null;
  /** Everything that the last run of ours returned. */
  readonly figures: Figures | null;
  readonly usage: { readonly ours: Usage | null; readonly theirs: Usage | null };
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
  const { ours, theirs } = await interleave(trial, context, runs, probe);
  const peerRuns = theirs.flatMap(({ value }) => (value === null ? [] : [value]));
  return describeRows(trial, isQuick).map((row) => {
    const values = ours.map(({ value }) => pick(value, row));
    const others = peerRuns.flatMap((figures) => figures[row.figure] ?? []);
    return {
      ...row,
      peer: others.length === values.length || trial.peer === null ? row.peer : `${trial.peer.name}, not measured`,
      ours: summarize(values),
      theirs: summarize(others),
      ratio: summarize(pairRatios(values, others)),
      figures: ours.at(-1)?.value ?? null,
      usage: { ours: typicalUsage(ours), theirs: typicalUsage(theirs) },
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
    peer: trial.peer?.name ?? null,
    state: trial.state,
    isExact: trial.isExact ?? false,
    ours: null,
    theirs: null,
    ratio: null,
    figures: null,
    usage: { ours: null, theirs: null },
  }));
}

/** Runs of each; 0: a quick run skips the trial. */
export function countRuns<Context>(
  { quickRuns = 2, runs = RUNS, isExact = false }: Trial<Context>,
  isQuick: boolean,
): number {
  if (isQuick && quickRuns === 0) return 0;
  if (isExact) return 1;
  return isQuick ? quickRuns : runs;
}

interface Run<T> {
  readonly value: T;
  readonly usage: Usage | null;
}

async function interleave<Context>(trial: Trial<Context>, context: Context, runs: number, probe: Probe) {
  const ours: Run<Figures>[] = [];
  const theirs: Run<Figures | null>[] = [];
  const { peer, state, isExact = false } = trial;
  if (state === 'warm' && !isExact) {
    await trial.ours(context, -1);
    await peer?.measure(context, -1);
  }
  for (let run = 0; run < runs; run++) {
    const measureOurs = async () => ours.push(await probe(() => trial.ours(context, run)));
    const measureTheirs = async () => peer && theirs.push(await probe(() => peer.measure(context, run)));
    if (run % 2 === 0 || trial.isOneEvent) {
      await measureOurs();
      await measureTheirs();
    } else {
      await measureTheirs();
      await measureOurs();
    }
  }
  return { ours, theirs };
}

function pick(figures: Figures, { id, figure }: Row): number {
  const value = figures[figure];
  if (value === undefined) throw new Error(`The run of ${id} returned no “${figure}”.`);
  return value;
}

/** Medians of the processor time and of the bytes, and the most memory of all runs. */
function typicalUsage(runs: readonly Run<unknown>[]): Usage | null {
  const usages = runs.flatMap(({ usage }) => usage ?? []);
  const of = (key: keyof Usage): Summary | null => summarize(usages.map((usage) => usage[key]));
  const [cpu, peak, written] = [of('cpuSeconds'), of('peakBytes'), of('writtenBytes')];
  if (!cpu || !peak || !written) return null;
  return { cpuSeconds: cpu.median, peakBytes: peak.max, writtenBytes: written.median };
}
