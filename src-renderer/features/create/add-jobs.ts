import type { ErrorCode, ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { queue } from '../queue/queue.svelte.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import type { SheetSource } from './drop-sheet.ts';

/** Where jobs are processed: on this computer, or at the service in use. */
export type JobPlace = NonNullable<Input<'money:plan'>['where']>;

/** Errors that another choice in the sheet can resolve. */
const RESOLVABLE: readonly ErrorCode[] = ['config_invalid', 'bad_request', 'needs_yes'];

/** True if another recipe, other formats or a confirmation can resolve the error. */
export function isResolvable({ code }: ErrorInfo): boolean {
  return RESOLVABLE.includes(code);
}

/**
 * Adds jobs and selects the first. `agreed`: the total that the user confirmed, null if there was nothing to confirm. Returns
 * the error if none were added, otherwise null.
 */
export async function addJobs(
  sources: readonly SheetSource[],
  where: JobPlace,
  agreed: string | null,
): Promise<ErrorInfo | null> {
  const reply = await ask('queue:add', { ...toOrder(sources, where), ...(agreed !== null && { agreed }) });
  if (!reply.ok) return reply.error;
  const [first] = reply.value;
  if (first) {
    queue.apply(reply.value, []);
    queue.select(selectOnly(first.id));
  }
  return null;
}

/** Builds the request for a plan or an order from the sources and the selected settings. */
export function toOrder(sources: readonly SheetSource[], where: JobPlace) {
  return {
    sourceIds: sources.map(({ id }) => id),
    formats: [...recipes.formats],
    recipe: recipes.id,
    variants: recipes.variants,
    where,
  };
}
