import { withChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import { isModelOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { createStepRecord, toUnclaimedSources, withNewSeeds } from '../create-job-records.ts';
import type { QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** A generator of this computer by its name, and whether it costs nothing there. */
export interface ChosenGenerator {
  readonly name: string;
  readonly free: boolean;
}

/**
 * Creates a job with the source and the steps of another: with the same seeds, so that the result is the same as far as
 * the service is deterministic, or with new ones. The job is charged again. With a generator it runs on this computer.
 * Throws `not_found` when there is no such job, it was found at the service, or no step of it can use the generator.
 */
export function repeatJob(
  parts: QueueParts,
  id: string,
  seeds: 'same' | 'new',
  generator: ChosenGenerator | null = null,
): JobRecord {
  const { list, system } = parts;
  const like = list.get(id);
  if (!like) throw new AppError('not_found', message('jobs.not-in-queue'));
  if (like.found) throw new AppError('not_found', message('jobs.order-unknown'));
  const {
    pauses: _,
    pauseRequested: _asked,
    overCap: _over,
    waivedCaps: _waived,
    chargedBefore: _charged,
    unconfirmed: _held,
    tookMs: _took,
    favourite: _liked,
    filed: _filed,
    references: _uploaded,
    cancelledFrom: _cancelled,
    ...kept
  } = like;
  const record: JobRecord = {
    ...kept,
    id: system.random.uuid(),
    basedOn: like.id,
    position: parts.nextPosition(),
    serviceId: null,
    status: 'waiting',
    step: 0,
    steps: like.steps.map((step) => createStepRecord(step)),
    sources: toUnclaimedSources(like.sources),
    hasThumbnail: false,
    artifacts: [],
    notes: [],
    error: null,
    attempts: 0,
    retryAt: null,
    stopRequested: false,
    createdAt: system.clock.now(),
    startedAt: null,
    finishedAt: null,
  };
  const placed = generator ? withGenerator(record, generator) : record;
  const repeated = seeds === 'same' ? placed : withNewSeeds(placed, system);
  list.add([repeated]);
  parts.pump();
  return repeated;
}

function withGenerator({ cloud: _, ...record }: JobRecord, { name, free }: ChosenGenerator): JobRecord {
  if (!record.steps.some(({ operation }) => isModelOperation(operation))) {
    throw new AppError('not_found', message('jobs.nothing-generated'));
  }
  const steps = record.steps.map((step) =>
    isModelOperation(step.operation) ? { ...step, params: withChosenGenerator(step.params, name) } : step,
  );
  return { ...record, steps, free, serviceKind: 'local' };
}
