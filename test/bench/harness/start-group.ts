import { fork } from 'node:child_process';
import path from 'node:path';
import type { MeasuredRow, Usage } from './measure-trial.ts';
import { readTreeUsage, type TreeUsage } from './process-tree.ts';
import type { RunOptions } from './row.ts';

/** What a process of a group is asked for. */
export interface GroupOrder {
  readonly name: string;
  /** As on the command line. */
  readonly names: readonly string[];
  readonly options: RunOptions;
}

/** `begin` and `end` of a run, each answered with a message; then the rows. */
type GroupMessage = { readonly say: 'begin' | 'end' } | { readonly rows: MeasuredRow[] };

/** Reading every process once takes 1 to 2 ms of a processor. */
const SAMPLE_MS = 100;

/** Runs a group in a process of its own and reads what that uses during each run. Rejects when the process ends early. */
export function startGroup(order: GroupOrder): Promise<MeasuredRow[]> {
  const entry = path.join(import.meta.dirname, 'group-process.ts');
  // What benches and their tools print is no part of the table.
  const child = fork(entry, [JSON.stringify(order)], { stdio: ['ignore', 2, 2, 'ipc'] });
  const meter = createMeter(child.pid ?? 0);
  return new Promise((resolve, reject) => {
    let rows: MeasuredRow[] | null = null;
    child.on('message', (message: GroupMessage) => {
      if ('rows' in message) rows = message.rows;
      else child.send({ usage: message.say === 'begin' ? meter.begin() : meter.end() });
    });
    child.once('exit', (code) => {
      meter.end();
      if (rows) resolve(rows);
      else reject(new Error(`The process of ${order.name} ended with ${code}.`));
    });
    child.once('error', reject);
  });
}

/** Reads a process and all below it from `begin` to `end`. */
function createMeter(pid: number) {
  let timer: NodeJS.Timeout | undefined;
  let before: TreeUsage | null = null;
  let peakBytes = 0;
  const look = (): TreeUsage | null => {
    const usage = readTreeUsage(pid);
    peakBytes = Math.max(peakBytes, usage?.residentBytes ?? 0);
    return usage;
  };
  return {
    begin(): null {
      peakBytes = 0;
      before = look();
      clearInterval(timer);
      timer = setInterval(look, SAMPLE_MS);
      return null;
    },
    end(): Usage | null {
      clearInterval(timer);
      const after = look();
      if (!before || !after) return null;
      return {
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
        peakBytes,
        writtenBytes: Math.max(0, after.writtenBytes - before.writtenBytes),
      };
    },
  };
}
