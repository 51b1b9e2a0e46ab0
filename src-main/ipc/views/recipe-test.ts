import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import type { PlannedJobs, PlanService } from '../../queue/spending/plan.ts';
import { assertAcceptsSource } from '../../queue/create-job-records.ts';
import type { Queue } from '../../queue/queue.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { parseAgreedTotal } from '../handlers/money-handlers.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** What a test run needs. */
export interface TestParts {
  readonly book: RecipeBook;
  readonly queue: Pick<Queue, 'add' | 'list'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly taken: ClaimedSources;
  plan(jobs: readonly PlannedJobs[], where?: PlanService): SpendingPlan;
}

/** Makes one job of a draft, kept or not; answers `needs_yes`, and makes none, where it costs more than was said yes to. */
export function createRecipeTest({ book, queue, settings, taken, plan }: TestParts): Handlers['recipes:test'] {
  return async ({ sourceId, recipe: draft, where, agreed }) => {
    const recipe = book.accept(draft);
    const [looked] = taken.peek([sourceId]);
    if (!looked) throw new AppError('not_found', message('jobs.sources-already-added'));
    const set = toRecipeSet(recipe);
    assertAcceptsSource(set, looked);
    const { steps } = set[looked.kind] ?? recipe;
    const now = settings.get();
    const service = where === 'here' ? 'local' : now.service;
    assertTotalConfirmed(plan([{ recipe: recipe.id, steps, count: 1 }], { service }), parseAgreedTotal(agreed));
    const order = { ...serviceForNewJobs({ ...now, service }), outFolder: null };
    const [added] = queue.add(taken.claim([sourceId]), { formats: now.formats, recipe: set, ...order });
    return queue.list().find(({ id }) => id === added?.id) as Job;
  };
}
