import { fork } from 'node:child_process';
import path from 'node:path';
import { createForeignMeter, isDisturbing, type ForeignMeter } from './foreign-load.ts';
import type { Patience } from './machine-load.ts';
import type { MeasuredRow, RunUsage } from './measure-trial.ts';
import { listProcesses, readTreeUsage, type TreeUsage } from './process-tree.ts';
import type { RunOptions } from './row.ts';

/** What a process of a group is asked for. */
export interface GroupOrder {
  readonly name: string;
  /** As on the command line. */
  readonly names: readonly string[];
  readonly options: RunOptions;
}

/** `begin` and `end` of a run, each answered with a message; the rows of a trial; and that all are measured. */
type GroupMessage = { readonly say: 'begin' | 'end' | 'done' } | { readonly rows: readonly MeasuredRow[] };

/** What a group measured. */
interface GroupResult {
  readonly rows: readonly MeasuredRow[];
  /** Why its process ended before all trials; null: it did not. */
  readonly error: string | null;
}

/** Reading every process once takes 1 to 2 ms of a processor. */
const SAMPLE_MS = 100;

/**
 * Runs a group in a process of its own and reads what that uses during each run, and what others use. After a run beside
 * others the next one waits for a quiet machine while there is patience left.
 */
export function startGroup(order: GroupOrder, patience: Patience): Promise<GroupResult> {
  const entry = path.join(import.meta.dirname, 'group-process.ts');
  // What benches and their tools print is no part of the table.
  const child = fork(entry, [JSON.stringify(order)], {
    stdio: ['ignore', 2, 2, 'ipc'],
    // JSON has no infinity: what a ratio is to a peer of 0.
    serialization: 'advanced',
  });
  const meter = createMeter(child.pid ?? 0);
  let isBusy = false;
  const answer = async (say: 'begin' | 'end'): Promise<void> => {
    let usage: RunUsage | null = null;
    if (say === 'begin') {
      if (isBusy) await patience.wait();
      meter.begin();
    } else {
      usage = meter.end();
      isBusy = usage !== null && isDisturbing(usage.foreign);
    }
    if (child.connected) child.send({ usage });
  };
  return new Promise((resolve, reject) => {
    const rows: MeasuredRow[] = [];
    let isDone = false;
    child.on('message', (message: GroupMessage) => {
      if ('rows' in message) rows.push(...message.rows);
      else if (message.say === 'done') isDone = true;
      else void answer(message.say);
    });
    child.once('exit', (code, signal) => {
      meter.end();
      resolve({ rows, error: isDone ? null : `The process of ${order.name} ended with ${signal ?? code}.` });
    });
    child.once('error', reject);
  });
}

/** Reads a process and all below it from `begin` to `end`, and everything else that runs on the computer. */
function createMeter(pid: number) {
  let timer: NodeJS.Timeout | undefined;
  let before: TreeUsage | null = null;
  let foreign: ForeignMeter | null = null;
  let peakBytes = 0;
  const look = (): TreeUsage | null => {
    const all = listProcesses();
    const usage = readTreeUsage(pid, all);
    peakBytes = Math.max(peakBytes, usage?.residentBytes ?? 0);
    foreign?.sample(all);
    return usage;
  };
  return {
    begin(): void {
      peakBytes = 0;
      foreign = createForeignMeter();
      before = look();
      clearInterval(timer);
      timer = setInterval(look, SAMPLE_MS);
    },
    end(): RunUsage | null {
      clearInterval(timer);
      const after = look();
      if (!before || !after || !foreign) return null;
      return {
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
        peakBytes,
        writtenBytes: Math.max(0, after.writtenBytes - before.writtenBytes),
        foreign: foreign.read(),
      };
    },
  };
}
