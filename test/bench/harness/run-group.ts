import { firstLine } from './first-line.ts';
import { describeAbsent, measureTrial, type MeasuredRow, type Probe } from './measure-trial.ts';
import { MissingProgram } from './missing-program.ts';
import type { AnyGroup, Group, RunOptions } from './row.ts';

/** Whether the row of this id is wanted. */
type RowFilter = (id: string) => boolean;

/** How a group is run. */
interface GroupRun {
  readonly options: RunOptions;
  readonly isWanted: RowFilter;
  readonly probe: Probe;
  /** Told the rows of each trial once they are known. */
  onRows(rows: readonly MeasuredRow[]): void;
}

/** Runs the wanted trials of a group one after the other; a trial that fails is a failed row and ends no other. */
export function runGroup(anyGroup: AnyGroup, run: GroupRun): Promise<void> {
  return anyGroup((group) => runTrials(group, run));
}

async function runTrials<Context>(
  group: Group<Context>,
  { options, isWanted, probe, onRows }: GroupRun,
): Promise<void> {
  const { isQuick } = options;
  const wanted = group.trials.filter(({ rows }) => rows.some(({ id }) => isWanted(id)));
  const fail = (trials: typeof wanted, cause: unknown): void =>
    trials.forEach((trial) =>
      onRows(
        describeAbsent(trial, isQuick, {
          absent: cause instanceof MissingProgram ? 'missing' : 'failed',
          error: firstLine(cause),
        }),
      ),
    );
  // A group is not set up for trials that a quick run skips.
  if (isQuick && wanted.every(({ quickRuns }) => quickRuns === 0)) {
    for (const trial of wanted) onRows(describeAbsent(trial, true, { absent: 'quick' }));
    return;
  }
  let context: Context;
  try {
    context = await group.open(options);
  } catch (cause) {
    fail(wanted, cause);
    return;
  }
  try {
    for (const trial of wanted) {
      try {
        onRows(await measureTrial(trial, context, isQuick, probe));
      } catch (cause) {
        fail([trial], cause);
      }
    }
  } finally {
    await group.close(context);
  }
}
