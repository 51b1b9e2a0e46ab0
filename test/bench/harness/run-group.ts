import { firstLine } from './first-line.ts';
import { describeAbsent, measureTrial, type MeasuredRow, type Probe } from './measure-trial.ts';
import { MissingProgram } from './missing-program.ts';
import type { AnyGroup, Group, RunOptions } from './row.ts';

/** Whether the row of this id is wanted. */
export type RowFilter = (id: string) => boolean;

/** Runs the wanted trials of a group one after the other; a trial that fails is a failed row and ends no other. */
export function runGroup(anyGroup: AnyGroup, options: RunOptions, isWanted: RowFilter, probe: Probe) {
  return anyGroup((group) => runTrials(group, options, isWanted, probe));
}

async function runTrials<Context>(
  group: Group<Context>,
  options: RunOptions,
  isWanted: RowFilter,
  probe: Probe,
): Promise<MeasuredRow[]> {
  const { isQuick } = options;
  const wanted = group.trials.filter(({ rows }) => rows.some(({ id }) => isWanted(id)));
  const fail = (trials: typeof wanted, cause: unknown): MeasuredRow[] =>
    trials.flatMap((trial) =>
      describeAbsent(trial, isQuick, {
        absent: cause instanceof MissingProgram ? 'missing' : 'failed',
        error: firstLine(cause),
      }),
    );
  // A group is not set up for trials that a quick run skips.
  if (isQuick && wanted.every(({ quickRuns }) => quickRuns === 0)) {
    return wanted.flatMap((trial) => describeAbsent(trial, true, { absent: 'quick' }));
  }
  let context: Context;
  try {
    context = await group.open(options);
  } catch (cause) {
    return fail(wanted, cause);
  }
  const rows: MeasuredRow[] = [];
  try {
    for (const trial of wanted) {
      try {
        rows.push(...(await measureTrial(trial, context, isQuick, probe)));
      } catch (cause) {
        rows.push(...fail([trial], cause));
      }
    }
  } finally {
    await group.close(context);
  }
  return rows;
}
