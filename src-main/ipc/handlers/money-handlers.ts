import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { moneyCalls } from '../../../src-shared/ipc/calls/money-calls.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import type { Queue } from '../../queue/queue.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import { planUnconfirmed } from '../../queue/spending/plan-unconfirmed.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import { listSkippedSources, toPlannedJobs } from '../../queue/spending/planned-jobs.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { ClaimedSources } from '../claimed-sources.ts';
import { getJob } from '../get-job.ts';
import { findExportedFiles, sortExports } from '../job-exports.ts';
import { findUnconfirmed, planExports, planRepeats } from '../job-plans.ts';

interface Parts {
  readonly queue: Pick<Queue, 'find' | 'findExported' | 'findExportRefusal' | 'spending'>;
  readonly book: Pick<RecipeBook, 'choose'>;
  readonly claimedSources: Pick<ClaimedSources, 'entries'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly plan: PlanJobs;
}

/** Handlers of the calls about spending. */
export function createMoneyHandlers(parts: Parts): HandlersOf<typeof moneyCalls> {
  const { queue, book, settings, claimedSources, plan } = parts;
  return {
    'money:plan': async ({ sourceIds, formats, recipe: name = 'draft', variants = 1, where }) => {
      const { serviceKind: service, cloud } = serviceForNewJobs(settings.get(), where);
      const recipe = await book.choose(name, formats);
      const entries = claimedSources.entries(sourceIds).map(([id, source]) => ({ ...source, id }));
      return {
        ...plan(toPlannedJobs(entries, { recipe, formats, variants }), { service, cloud }),
        ...listSkippedSources(entries, recipe),
      };
    },
    'money:planMore': async ({ ids, format, generator }) => {
      if (format === undefined) {
        const records = ids.map((id) => getJob(queue, id));
        return planRepeats(records, generator, plan);
      }
      const existing = await findExportedFiles(queue, ids, format);
      return planExports(sortExports(queue, ids, format, existing).due, format, plan);
    },
    'money:planHeld': async ({ ids }) => planUnconfirmed(findUnconfirmed(queue, ids), plan),
    'money:spent': async () => queue.spending.spent(),
    'money:history': async ({ before, limit }) => queue.spending.history(before, limit),
  };
}
