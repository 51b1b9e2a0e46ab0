import path from 'node:path';
import type { Deployment } from '../../../../src-shared/api/models/generation-models.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import { deploymentOf } from '../../../../src-shared/settings/settings.ts';
import { makePrivateFolderSync } from '../../../base/files/private-files.ts';
import { VERSION } from '../../../base/project-root.ts';
import { isFolderLocked } from '../../../base/sqlite/lock-folder.ts';
import { createProxyRoutes } from '../../../service-client/http/proxy-route.ts';
import { createLocalService, type LocalService } from '../../../service-client/local-service/local-service-process.ts';
import { localServiceSetup } from '../../../service-client/local-service/local-service-setup.ts';
import type { ServiceClient } from '../../../service-client/service-client.ts';
import { createServices, type Services } from '../../../service-client/services/services.ts';
import type { AppSettings } from '../../../settings/app-settings.ts';
import type { Home } from '../../../settings/home.ts';
import { createKeychainSecrets } from '../../../settings/keychain-secrets.ts';
import { createLazySecrets } from '../../../settings/lazy-secrets.ts';
import type { SecretStore } from '../../../settings/secret-store.ts';
import { systemClock } from '../../../base/clock.ts';
import { createUpdates } from '../../../updates/create-updates.ts';
import type { UpdateChecker } from '../../../updates/update-checker.ts';
import { commandHost } from './command-host.ts';
import { assertIdle, openSettings } from './open-settings.ts';

/** Settings, keys and the service in use, without the queue; nothing is contacted before a client is asked for. */
export interface Account {
  /** See `openSettings`. */
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly services: Pick<Services, 'client'>;
  /** Checks for a newer version on request. */
  readonly updates: UpdateChecker;
  /** Throws `home_locked` where a running Dropforge has the home open; call it before changing a secret with the settings. */
  assertIdle(): void;
  /** The rules of the service in use. */
  deployment(): Deployment;
  /** A client of the service in use. */
  client(): Promise<ServiceClient>;
  close(): Promise<void>;
}

/** Opens the account of a home. */
function openAccount(home: Home): Account {
  makePrivateFolderSync(home.path);
  const settings = openSettings(home.path);
  const secrets = createLazySecrets(() => createKeychainSecrets(home.path));
  const setup = () => localServiceSetup(settings.get());
  const local = openLocalService(home.path, setup);
  const services = createServices({ local, secrets, resolveProxy: null, settings: () => settings.get() });
  const updates = createUpdates({
    ...{ home: home.path, version: VERSION, installer: null, isBusy: () => false },
    settings: () => settings.get().updates,
    routes: createProxyRoutes({ env: process.env, resolveProxy: null }),
    clock: systemClock,
  });
  return {
    settings,
    secrets,
    services,
    updates,
    assertIdle: () => assertIdle(home.path),
    deployment: () => deploymentOf(settings.get()),
    client: () => services.client(settings.get().service),
    close: async () => {
      await updates.close();
      await services.close();
      await local.close();
    },
  };
}

/** The local service of a home. Throws `home_locked` where a running Dropforge has it. */
function openLocalService(home: string, setup: Parameters<typeof createLocalService>[2]): LocalService {
  const dataDir = path.join(home, 'service');
  const local = createLocalService(commandHost().spawnService, dataDir, setup);
  const endpoint: LocalService['endpoint'] = () =>
    local.endpoint().catch((cause: unknown) => {
      if (!isFolderLocked(dataDir)) throw cause;
      throw new AppError('home_locked', 'Another process uses its local service.', { cause });
    });
  return { ...local, endpoint };
}

/** Opens the account of a home, runs with it, and closes it. */
export async function withAccount<T>(home: Home, run: (account: Account) => T | Promise<T>): Promise<T> {
  const account = openAccount(home);
  try {
    return await run(account);
  } finally {
    await account.close();
  }
}
