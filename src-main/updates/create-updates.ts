import type { UpdateSettings, UpdateState } from '../../src-shared/settings/update-settings.ts';
import type { Clock } from '../base/clock.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { createUpdateChecker, type UpdateChecker } from './update-checker.ts';
import { UpdateDownloader } from './update-downloader.ts';
import type { UpdateInstaller } from './update-installer.ts';
import { openUpdateRecords } from './update-records.ts';

interface Deps {
  readonly home: string;
  readonly version: string;
  readonly installer: UpdateInstaller | null;
  settings(): UpdateSettings;
  readonly routes: ProxyRoutes;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** True while paid work is in flight. */
  isBusy(): boolean;
  readonly onChange?: (state: UpdateState) => void;
  readonly releaseKey?: string | null;
  /** The platform and architecture that updates are for. Default: those of this process. */
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
  readonly stalledMs?: number;
}

/** Checks for newer versions, downloads them with consent, and installs them. */
export interface Updates extends UpdateChecker, Pick<UpdateDownloader, 'planInstall'> {
  /** Starts the download of the offered version. */
  download(): UpdateState;
  /** Quits, installs and starts the new version; throws `update_failed` if none is ready, `update_waits` during paid work. */
  install(): UpdateState;
}

/** Creates the updates of a home; nothing is requested before `start` or `check`. */
export function createUpdates(deps: Deps): Updates {
  const { home, version, installer, settings, routes, isBusy, onChange, stalledMs, arch = process.arch } = deps;
  const records = openUpdateRecords(home);
  const report = (): void => onChange?.(checker.state());
  const downloader = new UpdateDownloader({
    ...{ version, installer, records, routes, isBusy },
    isAutomatic: () => settings().download,
    onChange: report,
    ...(stalledMs !== undefined && { stalledMs }),
  });
  const checker: UpdateChecker = createUpdateChecker({
    ...deps,
    installation: {
      ...{ version, fileKind: installer?.fileKind ?? null, arch },
      id: records.installationId,
    },
    downloader,
  });
  return {
    ...checker,
    planInstall: () => downloader.planInstall(),
    download: () => {
      downloader.start();
      return checker.state();
    },
    install: () => {
      downloader.restartToInstall();
      installer?.quit();
      return checker.state();
    },
    close: async () => {
      await checker.close();
      await downloader.close();
    },
  };
}
