import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { describeProcess, listProcesses } from './process-tree.ts';

/** How busy the computer is. */
export interface MachineLoad {
  /** Of all processors’ time, 0 to 1. */
  readonly busyShare: number;
  /** The busiest processes with their percentage of a processor: `chrome 88 %`. Empty where they cannot be read. */
  readonly busiest: readonly string[];
}

/** A machine with more than this share of its processors in use is busy. */
const MAX_BUSY_SHARE = 0.1;
const LOOK_MS = 2_000;
const NAMED = 3;

/** Looks at the computer for two seconds. */
async function readMachineLoad(): Promise<MachineLoad> {
  const [before, processes] = [readTimes(), new Map(listProcesses().map(({ pid, cpuSeconds }) => [pid, cpuSeconds]))];
  await pause(LOOK_MS);
  const after = readTimes();
  const used = listProcesses()
    .map(({ pid, name, cpuSeconds }) => ({ pid, name, seconds: cpuSeconds - (processes.get(pid) ?? 0) }))
    .filter(({ pid, seconds }) => pid !== process.pid && seconds > 0.02)
    .toSorted((a, b) => b.seconds - a.seconds);
  return {
    busyShare: (after.busy - before.busy) / Math.max(1, after.all - before.all),
    busiest: used
      .slice(0, NAMED)
      .map(
        ({ pid, name, seconds }) => `${describeProcess({ pid, name })} ${Math.round((seconds / LOOK_MS) * 100_000)} %`,
      ),
  };
}

/**
 * Waits until the machine is quiet, at most `patienceMs`. Null: it is quiet; otherwise the busiest processes, or the share
 * of the processors in use where they cannot be read.
 */
export async function waitForQuiet(
  patienceMs: number,
  readLoad: () => Promise<MachineLoad> = readMachineLoad,
): Promise<string | null> {
  const start = performance.now();
  for (;;) {
    const { busyShare, busiest } = await readLoad();
    if (busyShare <= MAX_BUSY_SHARE) return null;
    if (performance.now() - start >= patienceMs) {
      return busiest.join(', ') || `${Math.round(busyShare * 100)} % of the processors`;
    }
  }
}

/** Milliseconds of all processors since the start of the system. */
function readTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  const busy = times.reduce((sum, each) => sum + each.busy, 0);
  return { busy, all: times.reduce((sum, each) => sum + each.idle, busy) };
}
