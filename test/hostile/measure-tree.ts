import { readFileSync } from 'node:fs';
import { childrenOf, commandOf } from '../helpers/processes.ts';

/** The local service and its engines: a program of its own beside the app. */
const SERVICE = /local-service|isolated-worker/;

/** Largest sum of the memory of an app and its reader processes, in bytes. */
export interface TreeMeter {
  readonly peakBytes: () => number;
  stop(): void;
}

/** Measures the processes below `root` every 20 ms. */
export function measureTree(root: number): TreeMeter {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, sumOf(root));
  }, 20);
  return { peakBytes: () => peak, stop: () => clearInterval(timer) };
}

function sumOf(pid: number): number {
  const children = childrenOf(pid).filter((child) => !SERVICE.test(commandOf(child)));
  return proportionalBytes(pid) + children.reduce((sum, child) => sum + sumOf(child), 0);
}

/** Resident memory; what processes share, such as Node's own code, is divided among them (proc(5), smaps_rollup). */
function proportionalBytes(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
