import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Ticks of `/proc/*\/stat` in a second. */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** A process as `/proc` shows it. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** User and system time without that of children, seconds. */
  readonly cpuSeconds: number;
  /** User and system time of the children that have ended, seconds. */
  readonly endedCpuSeconds: number;
  readonly residentBytes: number;
}

/** What a process and all below it have used up to now; processes that have ended count with their parents. */
export interface TreeUsage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly writtenBytes: number;
}

/** Every process of the computer; empty where there is no `/proc`. */
export function listProcesses(): ProcessStat[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
}

/** The usage of a process and of all below it among `all`; null where there is no `/proc`. */
export function readTreeUsage(root: number, all: readonly ProcessStat[]): TreeUsage | null {
  const tree = selectTree(all, root);
  if (tree.length === 0) return null;
  const sum = (of: (stat: ProcessStat) => number): number => tree.reduce((total, stat) => total + of(stat), 0);
  return {
    cpuSeconds: sumCpuSeconds(tree),
    residentBytes: sum((stat) => stat.residentBytes),
    writtenBytes: sum((stat) => readWrittenBytes(stat.pid)),
  };
}

/** Processor time of processes and of their children that have ended, seconds. */
export function sumCpuSeconds(processes: readonly ProcessStat[]): number {
  return processes.reduce((sum, { cpuSeconds, endedCpuSeconds }) => sum + cpuSeconds + endedCpuSeconds, 0);
}

/** A process and all below it. */
export function selectTree(all: readonly ProcessStat[], root: number): ProcessStat[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Processor seconds that every process below this one has used; Linux only. */
export function childCpuSeconds(): number {
  return selectTree(listProcesses(), process.pid)
    .filter(({ pid }) => pid !== process.pid)
    .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** The program and script of a process: `node vitest.mjs`; its short name where the command line is hidden. */
export function describeProcess({ pid, name }: Pick<ProcessStat, 'pid' | 'name'>): string {
  try {
    return describeCommand(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) || name;
  } catch {
    return name;
  }
}

/** The same of a command line as `/proc` has it; some programs write theirs anew, with spaces between the words. */
export function describeCommand(line: string): string {
  const [program = '', ...words] = line.split(/[\0 ]/);
  const script = words.find((word) => /\.[cm]?[jt]s$/.test(word)) ?? '';
  return `${path.basename(program)} ${path.basename(script)}`.trim();
}

/** Null: it has ended. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    // From the third field of proc(5): state, parent; 14 to 17 are times, 24 the resident pages.
    const seconds = (first: number): number => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
    return {
      pid,
      parent: Number(fields[1]),
      name: text.slice(text.indexOf('(') + 1, end),
      cpuSeconds: seconds(11),
      endedCpuSeconds: seconds(13),
      residentBytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    return null;
  }
}

function readWrittenBytes(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
