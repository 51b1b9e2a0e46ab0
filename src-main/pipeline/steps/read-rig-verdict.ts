import { RIG_TYPES } from '../../../src-shared/api/operations/rig-model.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import type { JobRecord } from '../job-record.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';

/**
 * Results of a rig check as notes. Throws `not_riggable` if a check fails, or detects another body type, and
 * a skeleton is the next step: the message names the steps that remain charged. The check then counts as failed, so
 * that a retry gets the same result instead of skipping it.
 */
export function readRigVerdict(
  task: Pick<TaskResponse, 'output'>,
  outputs: readonly OutputKey[],
  record: JobRecord,
  index: number,
): Message[] {
  const { riggable, rig_type: type } = task.output;
  const body = type ? type.slice(0, 40) : 'unknown';
  if (!outputs.includes('riggable'))
    return outputs.includes('rig_type') && type ? [message('job-note.rigged', { type: body })] : [];
  if (riggable === undefined) return [message('job-note.rig-check-unclear')];
  const { from } = record.steps[index] as JobRecord['steps'][number];
  const wanted = record.steps.find((step, at) => at > index && step.operation === 'rig_model' && step.from === from);
  const subject = record.name;
  if (!riggable) {
    if (!wanted) return [message('job-note.not-riggable')];
    const detail = message('rig-check.refused', describeCharges(record));
    throw new AppError('not_riggable', detail, { subject });
  }
  const [found, asked] = [toRigType(type), wanted ? toRigType(wanted.params['rig_type'] ?? 'biped') : undefined];
  if (found && asked && found !== asked) {
    const detail = message('rig-check.other-type', { found, asked, ...describeCharges(record) });
    throw new AppError('not_riggable', detail, { subject });
  }
  return [message('job-note.riggable', { type: body })];
}

/** A known rig type; an unknown one never contradicts the request. */
function toRigType(type: unknown): string | undefined {
  return RIG_TYPES.find((known) => typeof type === 'string' && known === type.toLowerCase());
}

/** Steps that remain charged. */
function describeCharges({ steps }: JobRecord): { readonly charged: 'yes' | 'no'; readonly steps: readonly Message[] } {
  const charged = steps.flatMap(({ operation, creditsConsumed }) =>
    Number(creditsConsumed ?? 0) > 0
      ? [
          message('rig-check.charged-step', {
            operation: message(`operation.${operation}`),
            credits: creditsConsumed ?? '',
          }),
        ]
      : [],
  );
  return { charged: charged.length > 0 ? 'yes' : 'no', steps: charged };
}
