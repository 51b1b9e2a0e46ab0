import path from 'node:path';
import { toErrorInfo } from '../src-shared/base/errors.ts';
import { deploymentOf } from '../src-shared/settings/settings.ts';
import { queueGroupOf } from '../src-shared/jobs/queue-groups.ts';
import type { App, AppDeps } from './app-deps.ts';
import { removeLeftovers } from './folders/export-folder.ts';
import { createIncomingFiles } from './folders/incoming-files.ts';
import { createAccountSettings } from './ipc/account-settings.ts';
import { createCancelableCalls } from './ipc/cancelable-calls.ts';
import { createServedFileFinder } from './ipc/files/served-file-finder.ts';
import { createSourcePreviews } from './ipc/files/source-previews.ts';
import type { FolderSettings } from './hot-folders/folder-settings.ts';
import type { HotFolders } from './hot-folders/hot-folders.ts';
import { createAccountMonitor } from './ipc/watchers/account-monitor.ts';
import { createDeliveryMonitor } from './ipc/watchers/delivery-monitor.ts';
import { createPlanner, type Planner } from './ipc/planner.ts';
import { createUsageReaders } from './ipc/usage-readers.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createMaskEstimates } from './ipc/mask-estimates.ts';
import { readNetworksView } from './ipc/views/networks-view.ts';
import { createServiceMonitor } from './ipc/watchers/service-monitor.ts';
import { createClaimedSources } from './ipc/claimed-sources.ts';
import { createLinkFetcher, type LinkFetcher } from './links/link-fetcher.ts';
import { openFileReader } from './readers/open-file-reader.ts';
import { createReferenceStore, referencesFolder, type ReferenceStore } from './pipeline/reference-store.ts';
import { hasNetworkRuntime } from './base/has-network-runtime.ts';
import { UNPACKED_ROOT } from './base/project-root.ts';
import { NetworkInstaller } from './network-packages/network-installer.ts';
import { OFFERED_NETWORKS } from './network-packages/offered-networks.ts';
import { openQueueStore } from './queue/store/queue-store.ts';
import { toBestEffortStore } from './queue/store/best-effort-store.ts';
import { createJobServices } from './queue/job-services.ts';
import { createSourceFinder } from './queue/library/source-finder.ts';
import type { Queue } from './queue/queue.ts';
import { createRecipeBook } from './queue/recipes/recipe-book.ts';
import { createLocalService } from './service-client/local-service/local-service-process.ts';
import { localServiceSetup } from './service-client/local-service/local-service-setup.ts';
import { createProxyRoutes } from './service-client/http/proxy-route.ts';
import { createServices, type Services } from './service-client/services/services.ts';
import { createWebhookListener } from './service-client/webhooks/webhook-listener.ts';
import { createAppSettings, type AppSettings } from './settings/app-settings.ts';
import { toSettingsResetError } from './settings/settings-file.ts';
import { withLogRedaction } from './settings/redacted-secrets.ts';
import { SYSTEM } from './base/system.ts';
import { createUpdates, type Updates } from './updates/create-updates.ts';
import { hasPaidWork } from './updates/has-paid-work.ts';
import { createAppHotFolders } from './app/create-app-hot-folders.ts';
import { createAppLifecycle } from './app/app-lifecycle.ts';
import { createAppQueue } from './app/create-app-queue.ts';
import { warnOfNetworkHome } from './app/warn-of-network-home.ts';
import { createChangeConfirmation } from './ipc/page-access/change-confirmation.ts';
import { createCodePrompt } from './ipc/page-access/code-prompt.ts';
import { createPageFolders } from './ipc/page-access/page-folders.ts';
import { createPageSessions } from './ipc/page-sessions.ts';
import { createPushChannel } from './ipc/push-channel.ts';

/** The services that the CLI uses directly; the page only uses `handlers`. */
export interface AppParts {
  readonly queue: Queue;
  readonly settings: AppSettings;
  readonly services: Services;
  readonly hotFolders: HotFolders;
  /** The output folder of jobs without their own. */
  exportFolder(): string;
  readonly folderSettings: FolderSettings;
  readonly links: LinkFetcher;
  /** Reference images of parameters. */
  readonly references: ReferenceStore;
  readonly plan: Planner;
  readonly updates: Pick<Updates, 'planInstall'>;
}

/**
 * Creates and connects all services. Sends no request before `start`. Throws `home_locked`
 * if another Dropforge has this home open.
 */
export async function createApp(
  deps: AppDeps,
  findUpload: ((id: string) => { path: string; name: string } | null) | null = null,
): Promise<App & AppParts> {
  const { home, desktop, version } = deps;
  // The settings are read once, so commands must not change them from here on.
  const store = openQueueStore(home);
  const secrets = withLogRedaction(deps.secrets);
  const { damagedFile } = deps.settingsStore;
  const settings = createAppSettings(deps.settingsStore);
  const exportFolder = (): string => settings.get().exportFolder ?? deps.defaultExportFolder;
  const setup = () => localServiceSetup(settings.get());
  const local = createLocalService(deps.spawnService, path.join(home, 'service'), setup);
  const services = createServices({
    local,
    secrets,
    resolveProxy: deps.resolveProxy,
    settings: settings.get,
    notes: toBestEffortStore(store.facts),
  });
  // A user who waits for a command is watching, too; only pages report that they are hidden.
  let isWatched = true;
  const jobServices = createJobServices({ services, settings: settings.get, isWatched: () => isWatched });
  const reader = openFileReader(home, deps.startReader);
  const references = createReferenceStore(home, reader, SYSTEM);
  const queue = createAppQueue({ ...jobServices, home, store, reader, exportFolder, settings });
  const homeOnNetwork = await warnOfNetworkHome(home, deps.isOnNetwork);
  const serviceMonitor = createServiceMonitor(services, settings.get);
  const accountMonitor = createAccountMonitor({ serviceMonitor, spending: queue.spending });
  const pushes = createPushChannel();
  const codes = createCodePrompt({
    system: SYSTEM,
    show: (code, question) => desktop.showCode?.(code, question, settings.get().language),
    push: (open) => pushes.push('confirmation:changed', open),
  });
  const confirmation = createChangeConfirmation({ settings, desktop, codes });
  const accountSettings = createAccountSettings({
    ...{ settings, secrets, exportFolder, confirmation },
    resolveProxy: deps.resolveProxy,
  });
  const samplesFolder = path.join(UNPACKED_ROOT, 'assets', 'samples');
  const book = createRecipeBook(home, () => ({ deployment: deploymentOf(settings.get()), now: Date.now() }));
  const plan = createPlanner({ queue, settings, services, serviceMonitor });
  const { hotFolders, folderSettings, folderLog } = createAppHotFolders({
    ...{ home, queue, settings, book, plan, exportFolder },
  });
  const exportFolders = (): [string, ...string[]] => [
    exportFolder(),
    ...settings.get().hotFolders.flatMap(({ outFolder }) => outFolder ?? []),
  ];
  const pageFolders = createPageFolders({
    desktop,
    confirm: desktop.showCode && confirmation.confirmFolder,
    allowed: () => {
      const { allowedFolders, hotFolders: stored } = settings.get();
      return [...exportFolders(), ...deps.pageFolders, ...allowedFolders, ...stored.map((folder) => folder.path)];
    },
  });
  const deliveries = createDeliveryMonitor(exportFolders, queue, (news) => pushes.push('deliveries:changed', news));
  const claimedSources = createClaimedSources();
  const incomingFiles = createIncomingFiles(home);
  await incomingFiles.tidy(createSourceFinder(queue), queue.recoveredAt);
  const links = createLinkFetcher(
    { routes: createProxyRoutes({ env: process.env, resolveProxy: deps.resolveProxy }), inbox: incomingFiles },
    () => settings.get().linksInside,
    (progress) => pushes.push('links:changed', progress),
  );
  const updates = createUpdates({
    ...{ home, version, installer: deps.updateInstaller ?? null, isBusy: () => hasPaidWork(queue.list()) },
    ...(deps.releaseKey !== undefined && { releaseKey: deps.releaseKey }),
    settings: () => settings.get().updates,
    routes: createProxyRoutes({ env: process.env, resolveProxy: deps.resolveProxy }),
    clock: SYSTEM.clock,
    onChange: (state) => pushes.push('updates:changed', state),
  });
  const networks = new NetworkInstaller({
    ...{ home, settings, env: process.env, hasRuntime: hasNetworkRuntime() },
    offered: deps.offeredNetworks ?? OFFERED_NETWORKS,
    routes: createProxyRoutes({ env: process.env, resolveProxy: deps.resolveProxy }),
    onChange: () => void pushNetworks(),
  });
  let networkReads = 0;
  /** Two reads may end in either order: only the later one is shown. */
  const pushNetworks = async (): Promise<void> => {
    const read = ++networkReads;
    const view = await readNetworks();
    if (read === networkReads) pushes.push('networks:changed', view);
  };
  const readNetworks = () =>
    readNetworksView({ home, settings, installer: networks, hasDialog: desktop.chooseFile !== null });
  const handlers = createHandlers({
    networks,
    readNetworks,
    plan,
    updates,
    claimedSources,
    reader,
    references,
    incomingFiles,
    maskEstimates: createMaskEstimates({ settings, services, reader, incomingFiles }),
    links,
    deliveries,
    hotFolders,
    folderSettings,
    folderLog,
    queue,
    book,
    settings,
    accountSettings,
    keyChecks: createCancelableCalls(),
    serviceMonitor,
    accountMonitor,
    services,
    secrets,
    usageReaders: createUsageReaders({ spending: queue.spending, settings, services, usage: store.usage }),
    home,
    settingsReset: damagedFile ? toErrorInfo(toSettingsResetError(damagedFile)) : null,
    homeOnNetwork,
    desktop,
    pageFolders,
    codes,
    confirmation,
    samplesFolder,
    version,
    exportFolder,
    exportFolders,
    findUpload,
  });
  const pages = createPageSessions(handlers, (visible) => {
    isWatched = visible;
    serviceMonitor.setVisible(visible);
    deliveries.setVisible(visible);
  });
  const webhooks = createWebhookListener(secrets, { markSeen: store.deliveries.markSeen, onTask: jobServices.hint });
  const lifecycle = createAppLifecycle({
    ...{ home, version, settings, accountSettings, local, services, jobServices, serviceMonitor, webhooks },
    ...{ accountMonitor, queue, hotFolders, folderLog, deliveries, links, updates, networks, codes, pushes },
  });
  await removeLeftovers(exportFolder());
  folderSettings.removeUnusedCaps((id) =>
    queue.records().some(({ origin, status }) => origin === id && queueGroupOf(status) !== 'finished'),
  );

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
    updates,
    handlers,
    ...pages,
    ...lifecycle,
    onPush: pushes.onPush,
    openArtifact: createServedFileFinder(
      queue,
      samplesFolder,
      claimedSources.findPicture,
      referencesFolder(home),
      createSourcePreviews(claimedSources, reader),
    ),
  };
}
