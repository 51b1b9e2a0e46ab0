import { readFileSync } from 'node:fs';
import { childrenOf, commandOf } from '../helpers/processes.ts';

/** The local service and its engines: a program of its own beside the app. */
const SERVICE = /local-service|isolated-worker/;

/** Largest sums of memory so far, in bytes. */
interface Peaks {
  /** The root with its reader processes. */
  readonly app: number;
  /** The local service with its engines. */
  readonly service: number;
}

/** Measures the processes of an app until it is stopped. */
export interface TreeMeter {
  readonly peaks: () => Peaks;
  stop(): void;
}

/** Measures the processes below `root` every 20 ms; `withRoot`: and itself. */
export function measureTree(root: number, withRoot = true): TreeMeter {
  const peaks = { app: 0, service: 0 };
  const timer = setInterval(() => {
    const sums = { app: 0, service: 0 };
    const visit = (pid: number, isService: boolean): void => {
      if (pid !== root || withRoot) sums[isService ? 'service' : 'app'] += proportionalBytes(pid);
      for (const child of childrenOf(pid)) visit(child, isService || SERVICE.test(commandOf(child)));
    };
    visit(root, false);
    peaks.app = Math.max(peaks.app, sums.app);
    peaks.service = Math.max(peaks.service, sums.service);
  }, 20);
  return { peaks: () => ({ ...peaks }), stop: () => clearInterval(timer) };
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
