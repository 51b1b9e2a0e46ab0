import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Artifact } from '../../../src-shared/jobs/job.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { notices } from '../../app/notices.svelte.ts';
import { operationHeading, OPERATION_VIEW } from './texts/operation-labels.ts';

/** Shows how many jobs run an operation, or the name of the existing file if nothing had to be ordered. */
export function announceOrder(
  { existing, ordered }: Output<'operations:order'>,
  name: OperationName,
  jobId: string,
  artifacts: readonly Artifact[],
): void {
  const file = artifacts.find(({ id }) => id === existing);
  if (file) notices.toast(TEXTS.queue.actions.alreadyExported(file.name));
  if (ordered > 0)
    notices.toast(OPERATION_VIEW.ordered(operationHeading(name), ordered), { topic: `operation-${jobId}` });
}
