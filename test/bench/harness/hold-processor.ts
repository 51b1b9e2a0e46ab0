import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MissingProgram } from './missing-program.ts';

/** Control groups of Linux, version 1 and 2, and the files that hold the quota of a period (µs). */
const HIERARCHIES = [
  {
    root: '/sys/fs/cgroup/cpu',
    files: (quota: number, period: number) => ({ 'cpu.cfs_period_us': `${period}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
  { root: '/sys/fs/cgroup', files: (quota: number, period: number) => ({ 'cpu.max': `${quota} ${period}` }) },
] as const;

/** Short, so that a process that used its quota waits no longer than for a slow answer. */
const PERIOD_US = 10_000;

/**
 * Runs work while each of some processes may use a share of one processor and no more, as on a slower computer of its own.
 * Takes a user who may write control groups.
 */
export async function holdProcessor<T>(pids: readonly number[], percent: number, work: () => Promise<T>): Promise<T> {
  const hierarchy = HIERARCHIES.find(({ root }) => existsSync(path.join(root, 'cgroup.procs')));
  if (!hierarchy) throw new MissingProgram('this system has no control groups of processors');
  const { root, files } = hierarchy;
  const move = (pid: number, group: string): void => writeFileSync(path.join(group, 'cgroup.procs'), `${pid}`);
  const held: { readonly pid: number; readonly group: string }[] = [];
  try {
    for (const pid of pids) {
      const group = path.join(root, `dropforge-bench-${pid}`);
      try {
        mkdirSync(group, { recursive: true });
        held.push({ pid, group });
        const limits = files((PERIOD_US * percent) / 100, PERIOD_US);
        for (const [name, value] of Object.entries(limits)) writeFileSync(path.join(group, name), value);
        move(pid, group);
      } catch (error) {
        throw new MissingProgram(`control groups cannot be written: ${(error as Error).message}`);
      }
    }
    return await work();
  } finally {
    for (const { pid, group } of held) {
      move(pid, root);
      rmdirSync(group);
    }
  }
}
