import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CaseResult, FuzzInput, JsonTarget, Verdict } from './fuzz-target.ts';
import type { JsonCall, JsonReply } from './json-process.ts';

const ENTRY = path.join(import.meta.dirname, 'json-process.ts');
/** JavaScript heap of a process, in MB. */
const HEAP_MB = 256;
/** Largest resident memory of a process: one with the app loaded takes about half. */
const MAX_BYTES = 450 * 1024 ** 2;
const MAX_MS = 20_000;
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
  let cases = 0;
  let nextId = 0;
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
  const failed = (failure: string): CaseResult => ({ verdict: { kind: 'failed', failure }, ms: MAX_MS, peakBytes: 0 });

  return {
    run: async (target, input) => {
      if (cases++ >= CASES_PER_PROCESS) await end();
      child ??= open();
      const running = child;
      const call: JsonCall = { id: nextId++, target: target.name, input };
      const reply = await new Promise<JsonReply | string>((resolve) => {
        const timer = setTimeout(() => resolve('too slow'), MAX_MS);
        const finish = (what: JsonReply | string): void => {
          clearTimeout(timer);
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
      if (typeof reply === 'string') {
        await end();
        return failed(reply);
      }
      const { verdict, ms, maxRssBytes } = reply;
      if (maxRssBytes <= MAX_BYTES) return { verdict, ms, peakBytes: maxRssBytes };
      await end();
      const tooMuch: Verdict = { kind: 'failed', failure: `too much memory: ${Math.round(maxRssBytes / 1e6)} MB` };
      return { verdict: tooMuch, ms, peakBytes: maxRssBytes };
    },
    close: async () => {
      await end();
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
