import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CaseResult, FuzzInput, JsonTarget } from './fuzz-target.ts';
import type { JsonCall, JsonReply } from './json-process.ts';

const ENTRY = path.join(import.meta.dirname, 'json-process.ts');
/** JavaScript heap of a process, in MB. */
const HEAP_MB = 256;
/** Largest resident memory of a process: one with the app loaded takes about half. */
export const MAX_BYTES = 450 * 1024 ** 2;
/** A process is replaced after so many cases, so that what they leave behind does not add up. */
const CASES_PER_PROCESS = 2_000;
const LAST_OUTPUT = 2_000;

/** Runs cases of JSON targets in a process of its own, one at a time. */
export interface JsonRunner {
  run(target: JsonTarget, input: FuzzInput): Promise<CaseResult>;
  close(): Promise<void>;
}

/** Creates a runner; its process starts with the first case and is replaced when it ends. */
export function createJsonRunner(): JsonRunner {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-'));
  let child: ChildProcess | null = null;
  /** Cases of the current process. */
  let cases = 0;
  let nextId = 1;
  let output = '';

  const open = (): ChildProcess => {
    cases = 0;
    output = '';
    const started = fork(ENTRY, [], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // What the product writes, such as its settings, stays in a folder of this runner.
      env: { ...process.env, TMPDIR: root, HOME: root },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    started.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-LAST_OUTPUT)));
    return started;
  };
  const end = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const closed = new Promise((resolve) => ending.once('close', resolve));
    ending.kill('SIGKILL');
    await closed;
  };
  /** Runs a case in the current process, or in a new one; returns the reason if the process ended. */
  const runOnce = async (target: JsonTarget, input: FuzzInput): Promise<JsonReply | string> => {
    const running = (child ??= open());
    cases++;
    const call: JsonCall = { id: nextId++, target: target.name, input };
    const reply = await new Promise<JsonReply | string>((resolve) => {
      const finish = (what: JsonReply | string): void => {
        running.off('message', onMessage);
        running.off('close', onClose);
        resolve(what);
      };
      const onMessage = (message: unknown): void => finish(message as JsonReply);
      const onClose = (code: number | null, signal: string | null): void =>
        finish(`the process ended with ${signal ?? code}: ${output}`);
      running.on('message', onMessage).on('close', onClose);
      running.send(call);
    });
    if (typeof reply === 'string' || reply.peakBytes > MAX_BYTES) await end();
    return reply;
  };

  const run = async (target: JsonTarget, input: FuzzInput): Promise<CaseResult> => {
    if (cases >= CASES_PER_PROCESS) await end();
    const isNew = child === null;
    const reply = await runOnce(target, input);
    const isLost = typeof reply === 'string';
    if (!isLost && reply.peakBytes <= MAX_BYTES) {
      return { verdict: reply.verdict, ms: reply.cpuMs, peakBytes: reply.peakBytes };
    }
    // A process that is not new may have been lost to what the cases before left behind.
    if (!isNew) return run(target, input);
    const [ms, peakBytes] = isLost ? [0, 0] : [reply.cpuMs, reply.peakBytes];
    const failure = isLost ? reply : `too much memory: ${Math.round(peakBytes / 1e6)} MB`;
    return { verdict: { kind: 'failed', failure }, ms, peakBytes };
  };

  return {
    run,
    close: async () => {
      await end();
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
