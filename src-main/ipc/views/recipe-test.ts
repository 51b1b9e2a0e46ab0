import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import { assertAcceptsSource } from '../../queue/create-job-records.ts';
import type { Queue } from '../../queue/queue.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { parseAgreedTotal } from '../agreed-total.ts';
import { claimAdded } from '../claim-added.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** The parts a test run needs. */
export interface TestParts {
  readonly book: RecipeBook;
  readonly queue: Pick<Queue, 'add' | 'records' | 'views'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly claimedSources: Pick<ClaimedSources, 'peek' | 'claim'>;
  readonly plan: PlanJobs;
}

/** Adds one job of a draft, saved or not; throws `needs_yes`, and adds none, if it costs more than was confirmed. */
export function createRecipeTest({ book, queue, settings, claimedSources, plan }: TestParts): Handlers['recipes:test'] {
  return async ({ sourceId, recipe: draft, where, agreed }) => {
    const recipe = book.accept(draft);
    const [source] = claimedSources.peek([sourceId]);
    if (!source) throw new AppError('not_found', message('jobs.sources-already-added'));
    const set = toRecipeSet(recipe);
    assertAcceptsSource(set, source);
    const { steps } = set[source.kind] ?? recipe;
    const now = settings.get();
    const place = serviceForNewJobs(now, where);
    const { serviceKind: service, cloud } = place;
    assertTotalConfirmed(plan([{ recipe: recipe.id, steps, count: 1 }], { service, cloud }), parseAgreedTotal(agreed));
    const options = { ...place, formats: now.formats, recipe: set, outFolder: null };
    const [added] = claimAdded({ queue, claimedSources }, [sourceId], () => queue.add([source], options));
    return queue.views(added ? [added.id] : [])[0] as Job;
  };
}
