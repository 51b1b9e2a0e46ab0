import { cpus } from 'node:os';
import { describeProcess, listProcesses, selectTree, sumCpuSeconds, type ProcessStat } from './process-tree.ts';

/** What the computer did, between two moments, that no process of the bench did. */
export interface ForeignLoad {
  /** Processor time, seconds. */
  readonly seconds: number;
  /** Processor time that there was: the clock’s seconds times the processors. */
  readonly available: number;
  /** The busiest processes with their percentage of a processor: `chrome 88 %`. Empty where they cannot be read. */
  readonly busiest: readonly string[];
}

/** More than this share of the processors in use disturbs a run. */
const MAX_SHARE = 0.1;
/** Times are counted in hundredths of a second, each processor by itself. */
const COUNTING_ERROR_SECONDS = 0.04;
const NAMED = 2;
/** The kernel’s own threads: what they do is mostly for the bench, as writing its files to disk is. */
const KERNEL_PID = 2;

/** Reads the load of others from now on; `sample` it often, because processes that end between are not found any more. */
export interface ForeignMeter {
  sample(all?: readonly ProcessStat[]): void;
  read(): ForeignLoad;
}

/** A meter of everything but the process `root` and those below it. */
export function createForeignMeter(root = process.pid): ForeignMeter {
  const [start, busyAtStart, atStart] = [performance.now(), readBusySeconds(), listProcesses()];
  const knownSeconds = new Map(atStart.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
  let last = sumOwn(atStart, root);
  let own = 0;
  const sample = (all: readonly ProcessStat[] = listProcesses()): void => {
    const now = sumOwn(all, root);
    // It falls when a process ends that nobody below the root waits for.
    own += Math.max(0, now - last);
    last = now;
  };
  return {
    sample,
    read() {
      const all = listProcesses();
      sample(all);
      const elapsed = (performance.now() - start) / 1000;
      const mine = new Set([...selectTree(all, root), ...selectTree(all, KERNEL_PID)].map(({ pid }) => pid));
      const busiest = all
        .map(({ pid, name, cpuSeconds }) => ({ pid, name, seconds: cpuSeconds - (knownSeconds.get(pid) ?? 0) }))
        .filter(({ pid, seconds }) => !mine.has(pid) && seconds / elapsed > 0.01)
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, NAMED)
        .map(
          ({ pid, name, seconds }) => `${describeProcess({ pid, name })} ${Math.round((seconds / elapsed) * 100)} %`,
        );
      return {
        seconds: Math.max(0, readBusySeconds() - busyAtStart - own),
        available: elapsed * cpus().length,
        busiest,
      };
    },
  };
}

/** Whether others used so much of the processors that a measurement beside them says little. */
export function isDisturbing({ seconds, available }: ForeignLoad): boolean {
  return seconds > available * MAX_SHARE + COUNTING_ERROR_SECONDS;
}

/** Who used the processors, as a person reads it. */
export function describeLoad({ seconds, available, busiest }: ForeignLoad): string {
  return busiest.join(', ') || `${Math.round((seconds / available) * 100)} % of the processors`;
}

/** Processor time of the bench and of the kernel. */
function sumOwn(all: readonly ProcessStat[], root: number): number {
  return sumCpuSeconds(selectTree(all, root)) + sumCpuSeconds(selectTree(all, KERNEL_PID));
}

/** Of all processors since the start of the system. */
function readBusySeconds(): number {
  const ms = cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
  return ms / 1000;
}
