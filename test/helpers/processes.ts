import { readdirSync, readFileSync } from 'node:fs';

/** Whether processes can be looked at here: only Linux lists them as files. */
export const CAN_SEE_PROCESSES = process.platform === 'linux';

/** Ids of the running processes that `parent` started itself. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** Whether a process still runs; one that has died and was not collected yet does not. */
export function isRunning(pid: number): boolean {
  return parentOf(pid) !== null;
}

/** The command line of a process, its words apart by NUL; empty for one that has died. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | null {
  try {
    // The name in front may hold spaces and brackets; it ends with the last bracket.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' || state === 'X' ? null : Number(parent);
  } catch {
    return null;
  }
}
