import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FuzzInput, Verdict } from './fuzz-target.ts';
import { JSON_TARGETS } from './json-targets.ts';
import { judgeError } from './judge-error.ts';

/** A case for this process. */
export interface JsonCall {
  readonly id: number;
  readonly target: string;
  readonly input: FuzzInput;
}

/** How it ended, its processor time, and the largest resident memory of this process during it, in bytes. */
export interface JsonReply {
  readonly id: number;
  readonly verdict: Verdict;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

// Process of `json-runner.ts`; its thread limits the time of a case.
process.once('disconnect', () => process.exit());
const running = new Int32Array(new SharedArrayBuffer(4));
new Worker(new URL('./json-watchdog.ts', import.meta.url), { workerData: running.buffer }).unref();

async function judge({ target: name, input }: JsonCall): Promise<Verdict> {
  const target = JSON_TARGETS.find((each) => each.name === name);
  if (!target) return { kind: 'failed', failure: `no target is called ${name}` };
  try {
    return (await target.run(input)) ? { kind: 'accepted' } : { kind: 'refused', code: 'refused' };
  } catch (error) {
    return judgeError(error, target.quotesTexts);
  }
}

/** Lets `peakBytes` measure from now on (proc(5), clear_refs). Not `resourceUsage`, whose peak includes the parent's. */
function resetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The largest resident memory since `resetPeak`; what is resident now where the system does not tell. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

process.on('message', (call: JsonCall) => {
  resetPeak();
  const start = process.cpuUsage();
  Atomics.store(running, 0, call.id);
  void judge(call).then((verdict) => {
    Atomics.store(running, 0, 0);
    const { user, system } = process.cpuUsage(start);
    const reply: JsonReply = { id: call.id, verdict, cpuMs: (user + system) / 1_000, peakBytes: peakBytes() };
    process.send?.(reply);
  });
});
