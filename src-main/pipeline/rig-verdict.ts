import type { OutputKey } from '../../src-shared/api/task.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { JobNote } from '../../src-shared/sentences/job-notes.ts';
import type { ToldTask } from '../service-client/read-task.ts';
import type { JobRecord } from './job-record.ts';

/**
 * What a task says about skeletons, as notes. Throws `not_riggable` when a check says no and a skeleton was to be ordered
 * next: the sentence names the steps that stay charged. The check then counts as failed, so that a retry hears the same
 * verdict instead of passing it.
 */
export function readRigVerdict(
  task: Pick<ToldTask, 'output'>,
  outputs: readonly OutputKey[],
  record: JobRecord,
  index: number,
): JobNote[] {
  const { riggable, rig_type: type } = task.output;
  const body = type ? (` (${type.slice(0, 40)})` as const) : '';
  if (!outputs.includes('riggable'))
    return outputs.includes('rig_type') && body ? [`The skeleton is ready${body}.`] : [];
  if (riggable === undefined) return ['The rig check did not say whether the model can get a skeleton.'];
  if (riggable) return [`The rig check says that the model can get a skeleton${body}.`];
  const { from } = record.steps[index] as JobRecord['steps'][number];
  const wanted = record.steps.some((step, at) => at > index && step.operation === 'rig_model' && step.from === from);
  if (!wanted) return ['The rig check says that the model cannot get a skeleton.'];
  const detail = `The rig check says no, so the skeleton was not ordered.${describeCharges(record)}`;
  throw new AppError('not_riggable', detail, { subject: record.name });
}

function describeCharges({ steps }: JobRecord): string {
  const charged = steps.filter(({ creditsConsumed }) => Number(creditsConsumed ?? 0) > 0);
  const words = charged.map(({ operation, creditsConsumed }) => `${operation} (${creditsConsumed} credits)`);
  return words.length > 0 ? ` What was made stays, and stays charged: ${words.join(', ')}.` : '';
}
