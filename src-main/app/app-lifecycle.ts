import type { HotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { isFree } from '../../src-shared/settings/settings.ts';
import type { App } from '../app-deps.ts';
import { log } from '../base/log/log.ts';
import { SYSTEM } from '../base/system.ts';
import { startAppLog } from '../doctor/start-app-log.ts';
import type { FolderLog } from '../hot-folders/folder-log.ts';
import type { HotFolders } from '../hot-folders/hot-folders.ts';
import type { AccountSettings } from '../ipc/account-settings.ts';
import type { CodePrompt } from '../ipc/page-access/code-prompt.ts';
import type { PushChannel } from '../ipc/push-channel.ts';
import type { AccountMonitor } from '../ipc/watchers/account-monitor.ts';
import type { DeliveryMonitor } from '../ipc/watchers/delivery-monitor.ts';
import { runPerFrame } from '../ipc/watchers/run-per-frame.ts';
import type { ServiceMonitor } from '../ipc/watchers/service-monitor.ts';
import type { LinkFetcher } from '../links/link-fetcher.ts';
import type { NetworkInstaller } from '../network-packages/network-installer.ts';
import type { JobServices } from '../queue/job-services.ts';
import type { Queue } from '../queue/queue.ts';
import type { LocalService } from '../service-client/local-service/local-service-process.ts';
import type { Services } from '../service-client/services/services.ts';
import type { WebhookListener } from '../service-client/webhooks/webhook-listener.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import type { Updates } from '../updates/create-updates.ts';

interface Parts {
  readonly home: string;
  readonly version: string;
  readonly settings: AppSettings;
  readonly accountSettings: Pick<AccountSettings, 'view'>;
  readonly local: LocalService;
  readonly services: Services;
  readonly jobServices: Pick<JobServices, 'close'>;
  readonly serviceMonitor: ServiceMonitor;
  readonly accountMonitor: AccountMonitor;
  readonly webhooks: WebhookListener;
  readonly queue: Queue;
  readonly hotFolders: HotFolders;
  readonly folderLog: Pick<FolderLog, 'close'>;
  readonly deliveries: DeliveryMonitor;
  readonly links: Pick<LinkFetcher, 'close'>;
  readonly updates: Pick<Updates, 'start' | 'onSettingsChanged' | 'close'>;
  readonly networks: Pick<NetworkInstaller, 'cancel'>;
  readonly codes: Pick<CodePrompt, 'close'>;
  readonly pushes: PushChannel;
}

/** Connects the parts at once: what one of them reports reaches the others and the pages. Nothing runs before `start`. */
export function createAppLifecycle(parts: Parts): Pick<App, 'start' | 'close'> {
  const { home, version, settings, accountSettings, local, services, jobServices, serviceMonitor, webhooks } = parts;
  const { accountMonitor } = parts;
  const { queue, hotFolders, folderLog, deliveries, links, updates, networks, codes, pushes } = parts;
  const { push } = pushes;
  const pushFolders = runPerFrame(() => push('folders:changed', hotFolders.list()), SYSTEM.clock);
  const watchFolders = (folders: readonly HotFolder[]): void => {
    hotFolders.setFolders(folders).catch((error: unknown) => log.error('hot folders', 'cannot be watched', error));
  };
  const pushSettings = (): void => {
    accountSettings.view().then(
      (view) => push('settings:changed', view),
      (error: unknown) => log.error('settings', 'cannot be read', error),
    );
  };
  let isStarted = false;
  const stops = [
    startAppLog({ home, version, queue, watch: serviceMonitor, settings, clock: SYSTEM.clock }, (lines) =>
      push('log:changed', lines),
    ),
    queue.onChange((changes) => {
      push('queue:changed', changes);
      if (changes.jobs.some((job) => job.finishedAt !== null)) serviceMonitor.checkSoon();
    }),
    queue.collections.onChange((all) => push('collections:changed', all)),
    accountMonitor.onChange((state) => push('account:changed', state)),
    local.onChange(serviceMonitor.checkSoon),
    folderLog.close,
    links.close,
    hotFolders.onEvent(pushFolders),
    pushFolders.cancel,
    settings.onChange('spending', queue.capsChanged),
    settings.onChange('services', queue.pricesChanged),
    settings.onChange(['service', 'rehearsal'], (now, before) => {
      if (isFree(now) !== isFree(before)) queue.pricesChanged();
      queue.spending.serviceChanged();
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
    codes.close,
    settings.onChange(['rehearsal', 'generation'], () => void local.restart()),
    settings.onChange(({ webhook }) => {
      if (isStarted) void webhooks.apply(webhook);
      serviceMonitor.checkSoon();
      pushSettings();
    }),
  ];

  return {
    start: (folders = settings.get().hotFolders) => {
      isStarted = true;
      queue.start();
      watchFolders(folders);
      void webhooks.apply(settings.get().webhook);
      void serviceMonitor.check();
      updates.start();
    },
    close: async () => {
      for (const stop of stops) stop();
      pushes.close();
      accountMonitor.close();
      serviceMonitor.close();
      deliveries.close();
      await networks.cancel();
      await updates.close();
      await hotFolders.close();
      await webhooks.close();
      jobServices.close();
      await queue.close();
      await services.close();
      await local.close();
    },
  };
}
