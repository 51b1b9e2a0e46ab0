import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { queueCalls } from '../../../src-shared/ipc/calls/queue-calls.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import type { OverCapMark } from '../../pipeline/job-record.ts';
import { assertAcceptsSource } from '../../queue/create-job-records.ts';
import { withBasedOn } from '../../queue/job-list/find-based-on.ts';
import type { Queue } from '../../queue/queue.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import { planUnconfirmed } from '../../queue/spending/plan-unconfirmed.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import { toPlannedJobs } from '../../queue/spending/planned-jobs.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { parseAgreedTotal } from '../agreed-total.ts';
import { claimAdded } from '../claim-added.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';
import { getJob } from '../get-job.ts';
import { findExportedFiles, sortExports } from '../job-exports.ts';
import { findUnconfirmed, planExports, planRepeats } from '../job-plans.ts';
import { toOrphanTaskView } from '../views/orphan-task-view.ts';

/** Minimum number of older jobs in a reply, if there are as many. */
const OLDER_JOBS = 500;

interface Parts {
  readonly queue: Queue;
  readonly book: Pick<RecipeBook, 'choose'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly claimedSources: Pick<ClaimedSources, 'peek' | 'claim'>;
  readonly plan: PlanJobs;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmBeyondLimit'>;
}

/** Handlers of the calls about jobs and the queue. */
export function createQueueHandlers(parts: Parts): HandlersOf<typeof queueCalls> {
  const { queue, book, settings, claimedSources, plan, confirmation } = parts;

  return {
    'queue:list': async (after) => ({ ...queue.slice(after), hasOlder: queue.older(null, 1).length > 0 }),
    'queue:older': async ({ before }) => {
      const jobs = queue.older(before, OLDER_JOBS);
      return { jobs, before: jobs.length < OLDER_JOBS ? null : (jobs.at(-1)?.position ?? null) };
    },
    'queue:jobs': async ({ ids }) => queue.views(ids),
    'queue:source': async ({ id }) => {
      const { sources, prompt = null } = getJob(queue, id);
      return { views: sources.flatMap(({ slot }) => slot ?? []), prompt };
    },
    'queue:add': async ({ sourceIds, formats, recipe: name = 'draft', variants = 1, where: wanted, agreed }) => {
      const recipe = await book.choose(name, formats);
      const ids = [...new Set(sourceIds)];
      const peeked = claimedSources.peek(ids);
      for (const source of peeked) assertAcceptsSource(recipe, source);
      // The jobs belong to the service that was planned, even if another one is chosen while their files are compared.
      const where = serviceForNewJobs(settings.get(), wanted);
      const { serviceKind: service, cloud } = where;
      const planned = plan(toPlannedJobs(peeked, { recipe, formats, variants }), { service, cloud });
      assertTotalConfirmed(planned, parseAgreedTotal(agreed));
      const compared = await withBasedOn(peeked, queue.known);
      // Another call may have added some of them while they were compared.
      const left = new Set(claimedSources.peek(ids));
      const sources = compared.filter((_, index) => left.has(peeked[index]!));
      if (sources.length === 0) throw new AppError('not_found', message('jobs.sources-already-added'));
      const order = { formats, recipe, variants, ...where, outFolder: null };
      const added = claimAdded(parts, ids, () => queue.add(sources, order));
      return queue.views(added.map(({ id }) => id));
    },
    'queue:retry': async ({ ids }) => (queue.retry(ids), null),
    'queue:cancel': async ({ ids }) => queue.cancel(ids),
    'queue:uncancel': async ({ ids }) => queue.uncancel(ids),
    'queue:confirm': async ({ ids, agreed }) => {
      const unconfirmed = findUnconfirmed(queue, ids);
      assertTotalConfirmed(planUnconfirmed(unconfirmed, plan), parseAgreedTotal(agreed));
      queue.confirm(unconfirmed.map(({ id }) => id));
      return null;
    },
    'queue:thumbnails': async ({ ids }) => (queue.thumbnails.make(ids), null),
    'queue:remove': async ({ ids }) => queue.trash.put(ids),
    'queue:export': async ({ ids, format, agreed }) => {
      const existing = await findExportedFiles(queue, ids, format);
      const { due, refused } = sortExports(queue, ids, format, existing);
      assertTotalConfirmed(planExports(due, format, plan), parseAgreedTotal(agreed));
      for (const { id } of due) queue.exportAs(id, format);
      return {
        existing: [...existing].map(([id, artifactId]) => ({ id, artifactId })),
        refused: refused.map(toErrorInfo),
      };
    },
    'queue:resolve': async ({ id, by }) => (queue.resolve(id, by), null),
    'queue:repeat': async ({ id, seeds, generator: name, agreed }) => {
      assertTotalConfirmed(planRepeats([getJob(queue, id)], name, plan), parseAgreedTotal(agreed));
      const { free } = serviceForNewJobs(settings.get(), 'here');
      const generator = name === undefined ? null : { name, free };
      return queue.views([queue.repeat(id, seeds, generator).id])[0] as Job;
    },
    'queue:pause': async ({ ids }) => (queue.pause(ids), null),
    'queue:resume': async ({ ids }) => {
      const confirmed = findPaidLimits(queue, ids ?? []);
      await confirmation.confirmBeyondLimit(confirmed.size);
      // A job that reached a limit during the question was not part of it, and keeps waiting.
      const limits = findPaidLimits(queue, ids ?? []);
      queue.resume(ids?.filter((id) => limits.get(id) === confirmed.get(id) || !limits.has(id)));
      return null;
    },
    'queue:paused': async () => queue.pauseState(),
    'queue:move': async ({ ids, ...place }) => (queue.move(ids, place), null),
    'queue:priority': async ({ ids, priority }) => (queue.prioritise(ids, priority), null),
    'queue:mark': async ({ ids, marks }) => (queue.mark(ids, marks), null),
    'queue:found': async ({ look }) => {
      const found = look ? await queue.reconciler.sweep() : queue.reconciler.found();
      return found.map(toOrphanTaskView);
    },
    'queue:import': async ({ taskIds }) => queue.views(queue.reconciler.adopt(taskIds)),
    'queue:dismiss': async ({ taskIds }) => (queue.reconciler.dismiss(taskIds), null),
  };
}

/** The limits that resuming jobs lets them exceed, by job; those of this computer are not real. */
function findPaidLimits({ find }: Pick<Queue, 'find'>, ids: readonly string[]): Map<string, OverCapMark> {
  const jobs = ids.flatMap((id) => find(id) ?? []);
  return new Map(
    jobs.flatMap(({ id, status, overCap, serviceKind }): [string, OverCapMark][] =>
      status === 'paused' && overCap && serviceKind === 'cloud' ? [[id, overCap]] : [],
    ),
  );
}
