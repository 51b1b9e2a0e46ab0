import { GROUPS } from '../groups.ts';
import { judgeRow, type JudgedRow } from './judge-row.ts';
import { createPatience, LOOK_MS, lookAround } from './machine-load.ts';
import { countRuns, describeAbsent, type MeasuredRow } from './measure-trial.ts';
import type { Need } from './needs.ts';
import type { RunOptions } from './row.ts';
import { matchesNames } from './select-names.ts';
import { startGroup } from './start-group.ts';

/** Runs groups one after the other, each in a process of its own, and judges their wanted rows. */
export async function runGroups(
  groups: readonly string[],
  names: readonly string[],
  options: RunOptions,
  patienceMs: number,
): Promise<JudgedRow[]> {
  const rows: JudgedRow[] = [];
  const lookMs = options.isQuick ? LOOK_MS.quick : LOOK_MS.usual;
  const patience = createPatience(patienceMs, () => lookAround(lookMs));
  for (const name of groups) {
    const busy = (await isTimed(name, names, options)) ? await patience.wait() : null;
    const start = performance.now();
    const order = { name, names, options };
    const { rows: measured, error } = await startGroup(order, patience);
    const failed = error === null ? [] : await failOthers(name, measured, error);
    const wanted = [...measured, ...failed].filter(({ id }) => matchesNames(id, names));
    rows.push(...wanted.map((row) => judgeRow(row, busy)));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.error(`${name}: ${wanted.length} rows in ${seconds} s`);
  }
  return rows;
}

/** What the groups need that not every computer has. */
export async function listNeeds(groups: readonly string[]): Promise<Need[]> {
  const all = await Promise.all(groups.map(async (name) => (await GROUPS[name]!())((group) => group.needs ?? [])));
  return all.flat();
}

/** Whether other processes could disturb a group: it has wanted trials that are neither exact nor skipped. */
async function isTimed(name: string, names: readonly string[], { isQuick }: RunOptions): Promise<boolean> {
  const group = await GROUPS[name]!();
  return group(({ trials }) =>
    trials.some((trial) => {
      const isWanted = trial.rows.some(({ id }) => matchesNames(id, names));
      return isWanted && trial.isExact !== true && countRuns(trial, isQuick) > 0;
    }),
  );
}

/** The rows that a group had not measured when its process ended. */
async function failOthers(name: string, measured: readonly MeasuredRow[], error: string): Promise<MeasuredRow[]> {
  const known = new Set(measured.map(({ id }) => id));
  const group = await GROUPS[name]!();
  const all = group(({ trials }) =>
    trials.flatMap((trial) => describeAbsent(trial, false, { absent: 'failed', error })),
  );
  return all.filter(({ id }) => !known.has(id));
}
