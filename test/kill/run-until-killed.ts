import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { KillRunOptions, KillRunMessage } from './kill-run.ts';

const ENTRY = fileURLToPath(new URL('./queue-process.ts', import.meta.url));
/** A run in which nothing comes to an end for so long is a fault. */
const PATIENCE_MS = 180_000;

/** How a run ended: at its moment, at any moment, with everything settled, or by itself. */
export interface KillRunResult {
  readonly how: 'killed' | 'settled' | 'died' | 'stuck';
  /** Ids of jobs it said were added. */
  readonly added: readonly string[];
  readonly stderr: string;
}

/** When a run is to be killed. */
export interface KillTrigger {
  /** So long after its process was started, or after it opened the queue. */
  readonly after?: { readonly ms: number; readonly isFromOpen: boolean };
  /** When this resolves. */
  readonly on?: Promise<void>;
}

/** Runs the program once, and kills it with -9 at its moment, or when told to. */
export async function runUntilKilled(life: KillRunOptions, when: KillTrigger = {}): Promise<KillRunResult> {
  const child = spawn(process.execPath, [ENTRY, JSON.stringify(life)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const added: string[] = [];
  let how: KillRunResult['how'] = 'died';
  let stderr = '';
  const kill = (why: 'killed' | 'stuck') => (): void => {
    if (how === 'settled' || child.exitCode !== null) return;
    how = why;
    child.kill('SIGKILL');
  };
  const exited = once(child, 'close');
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const word = JSON.parse(line) as KillRunMessage;
    if (word.kind === 'added') added.push(...word.ids);
    else if (word.kind === 'opened') killLater(true);
    else if (word.kind === 'at') kill('killed')();
    else if (how === 'died') how = 'settled';
  });
  const timers = [setTimeout(kill('stuck'), PATIENCE_MS)];
  const killLater = (isFromOpen: boolean): void => {
    if (when.after?.isFromOpen === isFromOpen) timers.push(setTimeout(kill('killed'), when.after.ms));
  };
  killLater(false);
  void when.on?.then(kill('killed'));
  await exited;
  for (const timer of timers) clearTimeout(timer);
  return { how, added, stderr };
}
