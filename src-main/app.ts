import path from 'node:path';
import { describeError } from '../src-shared/messages/describe-error.ts';
import { toErrorInfo } from '../src-shared/base/errors.ts';
import type { Handlers } from '../src-shared/ipc/contract.ts';
import type { Push } from '../src-shared/ipc/pushes.ts';
import type { PageState } from '../src-shared/ipc/calls/page-calls.ts';
import type { HotFolder } from '../src-shared/hot-folders/hot-folder.ts';
import { deploymentOf, isFree, serviceForNewJobs } from '../src-shared/settings/settings.ts';
import type { App, AppDeps } from './app-deps.ts';
import { removeLeftovers } from './folders/export-folder.ts';
import { createIncomingFiles } from './folders/incoming-files.ts';
import { createAccountSettings } from './ipc/account-settings.ts';
import { createServedFileFinder } from './ipc/files/served-file-finder.ts';
import { createPageVisibility } from './ipc/watchers/page-visibility.ts';
import { createCallLimit } from './ipc/call-limit.ts';
import { startAppLog } from './doctor/start-app-log.ts';
import { createFolderLog } from './hot-folders/folder-log.ts';
import { createFolderSettings, type FolderSettings } from './hot-folders/folder-settings.ts';
import { createHotFolders, type HotFolders } from './hot-folders/hot-folders.ts';
import { createDeliveryMonitor } from './ipc/watchers/delivery-monitor.ts';
import { createPlanner, type Planner } from './ipc/planner.ts';
import { createUsageReaders } from './ipc/usage-readers.ts';
import { createHandlers } from './ipc/handlers.ts';
import { runPerFrame } from './ipc/watchers/run-per-frame.ts';
import { createServiceMonitor } from './ipc/watchers/service-monitor.ts';
import { createClaimedSources } from './ipc/claimed-sources.ts';
import { createLinkFetcher, type LinkFetcher } from './links/link-fetcher.ts';
import { createSourceInspector } from './pipeline/inspect/source-inspector.ts';
import { createReferenceStore, referencesFolder, type ReferenceStore } from './pipeline/reference-store.ts';
import { PROJECT_ROOT } from './base/project-root.ts';
import { openQueueStore, toRebuiltError } from './queue/store/queue-store.ts';
import { toBestEffortStore } from './queue/store/best-effort-store.ts';
import { createJobServices } from './queue/job-services.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import { createRecipeBook } from './queue/recipes/recipe-book.ts';
import { createLocalService } from './service-client/local-service/local-service-process.ts';
import { localServiceSetup } from './service-client/local-service/local-service-setup.ts';
import { createProxyRoutes } from './service-client/http/proxy-route.ts';
import { createServices, type Services } from './service-client/services/services.ts';
import { createWebhookListener } from './service-client/webhooks/webhook-listener.ts';
import { createAppSettings, type AppSettings } from './settings/app-settings.ts';
import { withLogRedaction } from './settings/redacted-secrets.ts';
import { log } from './base/log/log.ts';
import { SYSTEM } from './base/system.ts';
import { createUpdateChecker } from './updates/update-checker.ts';

/** The parts the command line works with directly; the page only ever sees `handlers`. */
export interface AppParts {
  readonly queue: Queue;
  readonly settings: AppSettings;
  readonly services: Services;
  readonly hotFolders: HotFolders;
  /** Where results go that name no folder of their own. */
  exportFolder(): string;
  readonly folderSettings: FolderSettings;
  readonly links: LinkFetcher;
  /** Pictures that parameters name. */
  readonly references: ReferenceStore;
  readonly plan: Planner;
}

/**
 * Starts every part in order and knows them all. Nothing is contacted before the queue is started. Throws `home_locked`
 * when another Dropforge has this home.
 */
export async function createApp(
  deps: AppDeps,
  findUpload: ((id: string) => { path: string; name: string } | null) | null = null,
): Promise<App & AppParts> {
  // From here on no command changes the settings, which are read once.
  const store = openQueueStore(deps.home);
  const secrets = withLogRedaction(deps.secrets);
  const settings = createAppSettings(deps.settingsStore);
  const exportFolder = (): string => settings.get().exportFolder ?? deps.defaultExportFolder;
  const setup = () => localServiceSetup(settings.get());
  const local = createLocalService(deps.spawnService, path.join(deps.home, 'service'), setup);
  const services = createServices({
    local,
    secrets,
    resolveProxy: deps.resolveProxy,
    settings: settings.get,
    notes: toBestEffortStore(store.facts),
  });
  // Who waits for a command looks as well; only a page can say that nobody does.
  let isWatched = true;
  const jobServices = createJobServices({ services, settings: settings.get, isWatched: () => isWatched });
  const inspector = createSourceInspector();
  const references = createReferenceStore(deps.home, inspector, SYSTEM);
  const queue = createQueue({
    ...jobServices,
    home: deps.home,
    store,
    inspector,
    exportFolder,
    concurrency: () => settings.get().concurrency,
    spending: () => settings.get().spending,
    settingsText: () => JSON.stringify(settings.get()),
    isFree: (kind) => isFree({ ...settings.get(), service: kind }),
  });
  if (queue.rebuilt) log.warn('queue', describeError(toErrorInfo(toRebuiltError(queue.rebuilt))).happened);
  const serviceMonitor = createServiceMonitor(services, settings.get);
  const accountSettings = createAccountSettings(settings, secrets, exportFolder, deps.resolveProxy);
  const samplesFolder = path.join(PROJECT_ROOT, 'assets', 'samples');
  const { desktop, version } = deps;
  const book = createRecipeBook(deps.home, () => ({ deployment: deploymentOf(settings.get()), now: Date.now() }));
  const plan = createPlanner({ queue, settings, services, serviceMonitor });
  const hotFolders = createHotFolders({
    queue,
    home: deps.home,
    system: SYSTEM,
    exportFolder,
    caps: () => settings.get().spending.perFolder,
    remembered: () => settings.get().hotFolders,
    chooseRecipe: book.choose,
    plan: (jobs, origin, place) => plan(jobs, { origin, ...place }),
    context: () => ({ deployment: deploymentOf(settings.get()), now: Date.now() }),
    order: () => ({ formats: settings.get().formats, ...serviceForNewJobs(settings.get()) }),
  });
  const folderSettings = createFolderSettings(settings, hotFolders, (id) => book.choose(id, settings.get().formats));
  const folderLog = createFolderLog(hotFolders, deps.home, SYSTEM.clock.now);
  const listeners = new Set<(channel: Push, payload: unknown) => void>();
  const watchers = new Set<(shows: PageState) => void>();
  const push = (channel: Push, payload: unknown): void => {
    for (const listen of listeners) listen(channel, payload);
  };
  const exportFolders = (): [string, ...string[]] => [
    exportFolder(),
    ...settings.get().hotFolders.flatMap(({ outFolder }) => outFolder ?? []),
  ];
  const deliveries = createDeliveryMonitor(exportFolders, queue, (news) => push('deliveries:changed', news));
  const claimedSources = createClaimedSources();
  const incomingFiles = createIncomingFiles(deps.home);
  await incomingFiles.tidy(
    () => new Set(queue.records().flatMap(({ sources }) => sources.map((source) => source.path))),
  );
  const links = createLinkFetcher(
    { routes: createProxyRoutes({ env: process.env, resolveProxy: deps.resolveProxy }), inbox: incomingFiles },
    () => settings.get().linksInside,
    (progress) => push('links:changed', progress),
  );
  const updates = createUpdateChecker({
    version,
    settings: () => settings.get().updates,
    routes: createProxyRoutes({ env: process.env, resolveProxy: deps.resolveProxy }),
    clock: SYSTEM.clock,
    onChange: (state) => push('updates:changed', state),
  });
  const handlers = createHandlers({
    plan,
    updates,
    claimedSources,
    references,
    incomingFiles,
    links,
    deliveries,
    hotFolders,
    folderSettings,
    folderLog,
    queue,
    book,
    settings,
    accountSettings,
    serviceMonitor,
    services,
    secrets,
    usageReaders: createUsageReaders({ spending: queue.spending, settings, services, usage: store.usage }),
    home: deps.home,
    desktop,
    samplesFolder,
    version,
    exportFolder,
    exportFolders,
    findUpload,
  });
  const audience = createPageVisibility((visible) => {
    isWatched = visible;
    deliveries.setVisible(visible);
  });
  const door = createWebhookListener(secrets, { markSeen: store.deliveries.markSeen, onTask: jobServices.hint });

  const pushFolders = runPerFrame(() => push('folders:changed', hotFolders.list()), SYSTEM.clock);
  const watchFolders = (folders: readonly HotFolder[]): void => {
    hotFolders.setFolders(folders).catch((error: unknown) => log.error('hot folders', 'they cannot be watched', error));
  };
  let isStarted = false;
  const logged = { home: deps.home, version, queue, watch: serviceMonitor, settings, clock: SYSTEM.clock };
  const stops = [
    startAppLog(logged, (lines) => push('log:changed', lines)),
    queue.onChange((changes) => {
      push('queue:changed', changes);
      if (changes.jobs.some((job) => job.finishedAt !== null)) serviceMonitor.checkSoon();
    }),
    serviceMonitor.onChange((state) => push('service:changed', state)),
    local.onChange(serviceMonitor.checkSoon),
    queue.spending.onChange((today) => push('money:changed', today)),
    folderLog.close,
    links.close,
    hotFolders.onEvent(pushFolders),
    pushFolders.cancel,
    settings.onChange('spending', queue.capsChanged),
    settings.onChange('services', queue.pricesChanged),
    settings.onChange(['service', 'rehearsal'], (now, before) => {
      if (isFree(now) !== isFree(before)) queue.pricesChanged();
    }),
    // API keys may have changed even if no setting did.
    settings.onChange(() => {
      if (isStarted) void queue.keysChanged();
    }),
    settings.onChange('hotFolders', ({ hotFolders: folders }) => {
      if (isStarted) watchFolders(folders);
    }),
    settings.onChange(deliveries.settingsChanged),
    settings.onChange(updates.onSettingsChanged),
    updates.close,
    settings.onChange('rehearsal', () => void local.restart()),
    settings.onChange(({ webhook }) => {
      if (isStarted) void door.apply(webhook);
      serviceMonitor.checkSoon();
      accountSettings.view().then(
        (view) => push('settings:changed', view),
        (error: unknown) => log.error('settings', 'they cannot be read', error),
      );
    }),
  ];
  await removeLeftovers(exportFolder());

  return {
    queue,
    exportFolder,
    hotFolders,
    folderSettings,
    links,
    references,
    settings,
    services,
    plan,
    handlers,
    openPage: () => {
      const seat = audience.join();
      const own = {
        'page:visible': async ({ visible }) => (seat.setVisible(visible), null),
        'page:shows': async (shows) => {
          for (const listen of watchers) listen(shows);
          return null;
        },
      } satisfies Partial<Handlers>;
      return { handlers: { ...handlers, ...own }, admits: createCallLimit(), close: seat.leave };
    },
    start: (folders = settings.get().hotFolders) => {
      isStarted = true;
      queue.start();
      watchFolders(folders);
      void door.apply(settings.get().webhook);
      void serviceMonitor.check();
      updates.start();
    },
    onPageShows: (listen) => {
      watchers.add(listen);
      return () => void watchers.delete(listen);
    },
    onPush: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    openArtifact: createServedFileFinder(queue, samplesFolder, claimedSources.findPicture, referencesFolder(deps.home)),
    close: async () => {
      for (const stop of stops) stop();
      listeners.clear();
      serviceMonitor.close();
      deliveries.close();
      await hotFolders.close();
      await door.close();
      jobServices.close();
      await queue.close();
      await services.close();
      await local.close();
    },
  };
}
