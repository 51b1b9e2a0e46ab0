import path from 'node:path';
import { Readable } from 'node:stream';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import type { Handlers } from '../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import { serviceForNewJobs } from '../../src-shared/settings/settings.ts';
import type { Desktop } from '../app-deps.ts';
import { listSamples, copySample } from '../folders/samples.ts';
import { collectSources } from '../folders/collect-sources.ts';
import type { FolderLog } from '../hot-folders/folder-log.ts';
import type { FolderSettings } from '../hot-folders/folder-settings.ts';
import type { HotFolders } from '../hot-folders/hot-folders.ts';
import type { ReferenceStore } from '../pipeline/reference-store.ts';
import { assertTotalConfirmed } from '../queue/spending/assert-total-confirmed.ts';
import type { PlannedJobs, PlanService } from '../queue/spending/plan.ts';
import { toPlannedJobs, listSkippedSources } from '../queue/spending/planned-jobs.ts';
import { withBasedOn } from '../queue/job-list/find-based-on.ts';
import { assertAcceptsSource } from '../queue/create-job-records.ts';
import { toRebuiltError } from '../queue/store/queue-store.ts';
import type { Queue } from '../queue/queue.ts';
import type { RecipeBook } from '../queue/recipes/recipe-book.ts';
import type { UsageStore } from '../queue/store/usage-store.ts';
import type { Services } from '../service-client/services/services.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import type { SecretStore } from '../settings/secret-store.ts';
import type { ServiceMonitor } from './watchers/service-monitor.ts';
import { createAccountHandlers } from './handlers/account-handlers.ts';
import { createFolderHandlers } from './handlers/folder-handlers.ts';
import { createConfirmationHandlers } from './handlers/confirmation-handlers.ts';
import type { IncomingFiles } from '../folders/incoming-files.ts';
import type { LinkFetcher } from '../links/link-fetcher.ts';
import { createLibraryHandlers } from './handlers/library-handlers.ts';
import { createLinkHandlers } from './handlers/link-handlers.ts';
import { createMoneyHandlers, parseAgreedTotal } from './handlers/money-handlers.ts';
import { createJobHandlers } from './handlers/job-handlers.ts';
import { createOperationHandlers } from './handlers/operation-handlers.ts';
import { createQueueHandlers } from './handlers/queue-handlers.ts';
import { createRecipeHandlers } from './handlers/recipe-handlers.ts';
import { createReferenceHandlers } from './handlers/reference-handlers.ts';
import { createSourceHandlers } from './handlers/source-handlers.ts';
import type { ClaimedSources } from './claimed-sources.ts';
import { createSupportHandlers } from './handlers/support-handlers.ts';
import { createTargetHandlers } from './handlers/target-handlers.ts';
import type { DeliveryMonitor } from './watchers/delivery-monitor.ts';
import { listDragFiles } from './files/list-drag-files.ts';
import type { AccountSettings } from './account-settings.ts';
import type { UpdateChecker } from '../updates/update-checker.ts';
import { message } from '../../src-shared/messages/message.ts';

interface Parts {
  readonly queue: Queue;
  readonly book: RecipeBook;
  readonly settings: AppSettings;
  readonly account: AccountSettings;
  readonly watch: ServiceMonitor;
  readonly services: Services;
  readonly usage: UsageStore;
  /** Absolute. */
  readonly home: string;
  readonly secrets: SecretStore;
  readonly hotFolders: HotFolders;
  readonly folderSettings: FolderSettings;
  readonly folderLog: Pick<FolderLog, 'lines'>;
  readonly taken: ClaimedSources;
  readonly references: ReferenceStore;
  readonly links: LinkFetcher;
  readonly inbox: Pick<IncomingFiles, 'receive' | 'find'>;
  readonly deliveries: Pick<DeliveryMonitor, 'list'>;
  readonly updates: Pick<UpdateChecker, 'state' | 'check'>;
  readonly desktop: Desktop;
  readonly samplesFolder: string;
  readonly version: string;
  exportFolder(): string;
  /** Every folder that assets are exported to, that of the settings first. */
  exportFolders(): readonly [string, ...string[]];
  /** What jobs would cost at a service; absent: the one in use. */
  plan(jobs: readonly PlannedJobs[], where?: PlanService): SpendingPlan;
  /** A file the page uploaded, by its id; null in the window, where paths come from the preload. */
  findUpload: ((id: string) => { path: string; name: string } | null) | null;
}

/** What the page may ask, answered: thin, each a call to the part that owns the matter. */
export function createHandlers(parts: Parts): Handlers {
  const { queue, book, settings, account, watch, desktop, taken } = parts;
  const reveal = (target: string): null => {
    if (!desktop.revealPath) throw new AppError('not_found', message('folder.cannot-open', { folder: target }));
    desktop.revealPath(target);
    return null;
  };
  const take = async (given: readonly { path: string; name?: string }[]) => {
    const { sources, refused } = await collectSources(given);
    return { sources: taken.keep(sources), refused };
  };

  return {
    'app:info': async () => ({
      version: parts.version,
      can: {
        chooseFolder: desktop.chooseFolder !== null,
        reveal: desktop.revealPath !== null,
        drag: desktop.startDrag !== null,
      },
      platform: process.platform,
      rebuilt: queue.rebuilt && toErrorInfo(toRebuiltError(queue.rebuilt)),
    }),
    'queue:list': async (after) => queue.slice(after),
    'queue:add': async ({ sourceIds, formats, recipe: name = 'draft', variants = 1, agreed }) => {
      const recipe = await book.choose(name, formats);
      // Before they are claimed, so that nothing is lost when one of them is of the wrong kind, or nobody said yes.
      const looked = taken.peek(sourceIds);
      for (const source of looked) assertAcceptsSource(recipe, source);
      assertTotalConfirmed(parts.plan(toPlannedJobs(looked, { recipe, formats, variants })), parseAgreedTotal(agreed));
      const sources = await withBasedOn(taken.claim(sourceIds), queue.records());
      if (sources.length === 0) throw new AppError('not_found', message('jobs.sources-already-added'));
      const where = { ...serviceForNewJobs(settings.get()), outFolder: null };
      const added = queue.add(sources, { formats, recipe, variants, ...where });
      const ids = new Set(added.map((record) => record.id));
      return queue.list().filter((job) => ids.has(job.id));
    },
    'queue:retry': async ({ ids }) => (queue.retry(ids), null),
    'queue:cancel': async ({ ids }) => (queue.cancel(ids), null),
    'queue:remove': async ({ ids }) => (await queue.remove(ids), null),
    'queue:resolve': async ({ id, by }) => (queue.resolve(id, by), null),
    ...createSourceHandlers(parts),
    ...createReferenceHandlers(parts),
    ...createLinkHandlers(parts),
    ...createQueueHandlers(queue),
    ...createLibraryHandlers(queue),
    ...createJobHandlers(queue, parts.plan),
    ...createConfirmationHandlers(queue, parts.plan),
    ...createAccountHandlers(parts),
    ...createMoneyHandlers(queue.spending, async ({ sourceIds, formats, recipe: name = 'draft', variants = 1 }) => {
      const recipe = await book.choose(name, formats);
      const entries = taken.entries(sourceIds).map(([id, source]) => ({ ...source, id }));
      return {
        ...parts.plan(toPlannedJobs(entries, { recipe, formats, variants })),
        ...listSkippedSources(entries, recipe),
      };
    }),
    // Each open page answers it for itself; without a page nobody is shown anything.
    'page:visible': async () => null,
    'page:shows': async () => null,
    ...createRecipeHandlers({ ...parts, taken }),
    ...createOperationHandlers({ queue, settings, plan: parts.plan }),
    ...createSupportHandlers(parts),
    ...createFolderHandlers({ ...parts, chooseFolder: desktop.chooseFolder, reveal }),
    ...createTargetHandlers(parts.exportFolders),
    'deliveries:list': () => parts.deliveries.list(),
    'updates:get': async () => parts.updates.state(),
    'updates:check': () => parts.updates.check(),
    'sources:take': async (given) => {
      const { findUpload, inbox } = parts;
      const files = given.map(async (each) => {
        if (typeof each === 'string') return findUpload ? findUpload(each) : { path: each };
        return inbox.find(await inbox.receive(each.name, Readable.from([Buffer.from(each.bytes)])));
      });
      return take((await Promise.all(files)).filter((file) => file !== null));
    },
    'samples:list': async () => (await listSamples(parts.samplesFolder)).map(({ name, title }) => ({ name, title })),
    'samples:take': async ({ name }) => {
      const sample = (await listSamples(parts.samplesFolder)).find((other) => other.name === name);
      if (!sample) throw new AppError('not_found', message('jobs.no-such-sample'));
      return { sources: taken.keep([await copySample(sample)]), refused: [] };
    },
    'artifact:reveal': async ({ id }) => {
      const artifact = queue.findArtifact(id);
      if (!artifact) throw new AppError('not_found', message('jobs.file-not-in-queue'));
      return reveal(artifact.exportedPath ?? artifact.path);
    },
    'artifact:drag': async ({ id }) => {
      const artifact = queue.findArtifact(id);
      if (!artifact || !desktop.startDrag) throw new AppError('not_found', message('jobs.cannot-drag'));
      desktop.startDrag(await listDragFiles(artifact));
      return null;
    },
    'exportFolder:reveal': async () => reveal(parts.exportFolder()),
    'exportFolder:choose': async ({ typed }) => {
      const chosen = typed ?? (await desktop.chooseFolder?.('Export folder')) ?? null;
      if (chosen !== null && !path.isAbsolute(chosen)) {
        throw new AppError('config_invalid', message('folder.whole-path'), {
          subject: message('subject.export-folder'),
        });
      }
      if (chosen !== null) await parts.hotFolders.checkOutput(chosen);
      if (chosen !== null) await account.setExportFolder(path.normalize(chosen));
      return account.view();
    },
    'settings:get': () => account.view(),
    'settings:set': (patch) => account.change(patch),
    'key:set': ({ key, cloud }) => account.setKey(key, cloud),
    'key:forget': () => account.forgetKey(),
    'service:get': async () => watch.get(),
    'service:check': () => watch.check(),
  };
}
