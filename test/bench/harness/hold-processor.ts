import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MissingProgram } from './missing-program.ts';

/** Until `cpulimit` has found the rhythm of a process. */
const SETTLE_MS = 1_000;

/**
 * Runs work while each of some processes may use a share of one processor: it is stopped and continued in turns, as on a
 * slower computer of its own.
 */
export async function holdProcessor<T>(pids: readonly number[], percent: number, work: () => Promise<T>): Promise<T> {
  const holders = pids.map((pid) =>
    spawn('cpulimit', ['--lazy', '--quiet', `--pid=${pid}`, `--limit=${percent}`], { stdio: 'ignore' }),
  );
  try {
    await Promise.all(holders.map((holder) => once(holder, 'spawn'))).catch(() => {
      throw new MissingProgram('MISSING cpulimit: sudo apt-get install cpulimit');
    });
    await sleep(SETTLE_MS);
    return await work();
  } finally {
    for (const holder of holders) {
      if (holder.pid === undefined || holder.exitCode !== null) continue;
      const ended = once(holder, 'exit');
      holder.kill('SIGINT');
      await ended;
    }
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}
