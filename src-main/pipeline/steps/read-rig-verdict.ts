import { RIG_TYPES } from '../../../src-shared/api/operations/rig-model.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { JobNote } from '../../../src-shared/messages/job-notes.ts';
import type { TaskResponse } from '../../service-client/parse-task-response.ts';
import type { JobRecord } from '../job-record.ts';

/**
 * What a task says about skeletons, as notes. Throws `not_riggable` when a check says no, or names another kind of body, and
 * a skeleton was to be ordered next: the sentence names the steps that stay charged. The check then counts as failed, so
 * that a retry hears the same verdict instead of passing it.
 */
export function readRigVerdict(
  task: Pick<TaskResponse, 'output'>,
  outputs: readonly OutputKey[],
  record: JobRecord,
  index: number,
): JobNote[] {
  const { riggable, rig_type: type } = task.output;
  const body = type ? (` (${type.slice(0, 40)})` as const) : '';
  if (!outputs.includes('riggable'))
    return outputs.includes('rig_type') && body ? [`The skeleton is ready${body}.`] : [];
  if (riggable === undefined) return ['The rig check did not say whether the model can get a skeleton.'];
  const { from } = record.steps[index] as JobRecord['steps'][number];
  const wanted = record.steps.find((step, at) => at > index && step.operation === 'rig_model' && step.from === from);
  const subject = record.name;
  if (!riggable) {
    if (!wanted) return ['The rig check says that the model cannot get a skeleton.'];
    const detail = `The rig check says no, so the skeleton was not ordered.${describeCharges(record)}`;
    throw new AppError('not_riggable', detail, { subject });
  }
  const [found, asked] = [toRigType(type), wanted ? toRigType(wanted.params['rig_type'] ?? 'biped') : undefined];
  if (found && asked && found !== asked) {
    const detail = `The rig check says ${found}, and ${asked} was asked for, so the skeleton was not ordered.${describeCharges(record)}`;
    throw new AppError('not_riggable', detail, { subject });
  }
  return [`The rig check says that the model can get a skeleton${body}.`];
}

/** A rig type in use; one that is not known is nobody's contradiction. */
function toRigType(type: unknown): string | undefined {
  return RIG_TYPES.find((known) => typeof type === 'string' && known === type.toLowerCase());
}

function describeCharges({ steps }: JobRecord): string {
  const charged = steps.filter(({ creditsConsumed }) => Number(creditsConsumed ?? 0) > 0);
  const words = charged.map(({ operation, creditsConsumed }) => `${operation} (${creditsConsumed} credits)`);
  return words.length > 0 ? ` What was made stays, and stays charged: ${words.join(', ')}.` : '';
}
