import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc/*\/stat` in a second. */
const TICKS = 100;

/** Processor seconds that every process below this one has used; Linux only. */
export function childCpuSeconds(): number {
  const children = new Map<number, number[]>();
  const seconds = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = readStat(name);
    if (!fields) continue;
    const [pid, parent] = [Number(name), Number(fields[1])];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    seconds.set(pid, (Number(fields[11]) + Number(fields[12])) / TICKS);
  }
  let sum = 0;
  const left = [...(children.get(process.pid) ?? [])];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    sum += seconds.get(pid) ?? 0;
    left.push(...(children.get(pid) ?? []));
  }
  return sum;
}

/** The fields of a process after its name; null when it has ended. */
function readStat(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
