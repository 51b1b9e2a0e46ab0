import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import type { Command } from './command.ts';
import { operationSession } from '../../features/operations/operation-session.svelte.ts';
import { queue } from '../../features/queue/queue.svelte.ts';
import { fullOperationTitle } from '../../features/recipes/texts/full-operation-title.ts';
import { TEXTS } from '../language/texts.ts';
import { RESULT_OPERATIONS } from '../language/labels.ts';

const C = TEXTS.commands;

/** Lists the operations on the result of the displayed job. Their view says which of them the result allows. */
export function operationCommands(): readonly Command[] {
  return RESULT_OPERATIONS.map((name) => ({
    id: `operation.${name}`,
    group: 'job',
    title: () => C.operation(fullOperationTitle(name)),
    available: () => {
      const job = queue.lead?.job;
      return job ? isRecipeComplete(job) || C.reasons.notMade : C.reasons.noJob;
    },
    run: () => {
      const job = queue.lead?.job;
      if (job) operationSession.open(job, { name });
    },
  }));
}
