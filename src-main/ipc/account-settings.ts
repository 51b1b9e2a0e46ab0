import { listOperations } from '../../src-shared/api/generators/generator-config.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import type { Input } from '../../src-shared/ipc/contract.ts';
import type { Settings, SettingsView, DesktopIntegration } from '../../src-shared/settings/settings.ts';
import type { ResolveProxy } from '../service-client/http/proxy-route.ts';
import { isWritable } from '../folders/export-folder.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { setRehearsal } from '../service-client/local-service/local-service-setup.ts';
import { createNodeNetwork } from '../service-client/http/node-network.ts';
import { createServiceClient } from '../service-client/service-client.ts';
import { toRegionCheckError } from '../service-client/services/region-check-error.ts';
import { listServices } from '../service-client/services/known-services.ts';
import { normaliseBaseUrl, normaliseRegion, secretName, toCloudProfile } from '../service-client/services/services.ts';
import { keyEnding, parseApiKey } from '../settings/api-key.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { parseSpending } from '../settings/parse-spending.ts';
import type { SecretStore } from '../settings/secret-store.ts';
import { log } from '../base/log/log.ts';
import { mergeUpdateSettings } from '../updates/merge-update-settings.ts';
import type { ChangeConfirmation } from './page-access/change-confirmation.ts';

/** Settings and API key as the page may see and change them; of the key it sees only the last characters. */
export interface AccountSettings {
  view(): Promise<SettingsView>;
  change(patch: Input<'settings:set'>): Promise<SettingsView>;
  setExportFolder(folder: string): Promise<void>;
  /**
   * Requests the balance from the region with a key; throws like the client, `config_invalid` if no service is there, or
   * the signal's reason. If it returns, the check was not canceled.
   */
  tryKey(key: string, cloud: NonNullable<Settings['cloud']>, signal: AbortSignal): Promise<void>;
  /**
   * Checks the key with the region, then saves it and switches to the region. If it is rejected, or the check is
   * canceled, nothing is saved.
   */
  setKey(typed: string, cloud: NonNullable<Settings['cloud']>, signal: AbortSignal): Promise<SettingsView>;
  forgetKey(): Promise<SettingsView>;
}

interface Deps {
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmSettings'>;
  readonly resolveProxy: ResolveProxy | null;
  exportFolder(): string;
}

/** Combines settings, secrets and the output folder for the page. */
export function createAccountSettings(deps: Deps): AccountSettings {
  const { settings, secrets, confirmation, resolveProxy, exportFolder } = deps;
  const view = async (): Promise<SettingsView> => {
    for (;;) {
      const now = settings.get();
      const { service, cloud, formats, theme, language, singleKeys, motion, rehearsal, spending, surroundings } = now;
      const { reviewFiles, linksInside, libraryLimitBytes, updates, generation } = now;
      const key = cloud ? await secrets.get(secretName(cloud.baseUrl)) : null;
      const folder = exportFolder();
      const exportFolderWritable = await isWritable(folder);
      // A keychain or drive that answers late must not revert later settings in the page.
      if (settings.get() !== now) continue;
      return {
        service,
        cloud,
        formats: [...formats],
        theme,
        language,
        singleKeys,
        reviewFiles,
        motion,
        surroundings,
        updates,
        linksInside,
        libraryLimitBytes,
        rehearsal,
        generators: Object.fromEntries(generation.generators.map((each) => [each.name, [...listOperations(each)]])),
        spending,
        exportFolder: describeFolder(folder),
        exportFolderWritable,
        key: {
          present: key !== null,
          ending: keyEnding(key),
          store: secrets.kind,
          durable: secrets.durable,
        },
      };
    }
  };

  const tryKey: AccountSettings['tryKey'] = async (key, cloud, signal) => {
    signal.throwIfAborted();
    log.hide(key);
    const region = normaliseRegion(cloud);
    const client = createServiceClient(
      toCloudProfile(region, key),
      createNodeNetwork({ resolveProxy, authorities: region.authorities }),
    );
    const stop = (): void => void client.close();
    signal.addEventListener('abort', stop);
    try {
      await client.getBalance();
    } catch (thrown) {
      throw toRegionCheckError(thrown, region.baseUrl);
    } finally {
      signal.removeEventListener('abort', stop);
      await client.close();
    }
    signal.throwIfAborted();
  };

  return {
    view,
    tryKey,
    change: async ({ service, formats, rehearsal, concurrency, spending, updates, ...looks }) => {
      const { theme, language, singleKeys, reviewFiles, motion, surroundings, linksInside, libraryLimitBytes } = looks;
      const changeConfirmed = (now: Settings): Partial<Settings> => ({
        ...(spending ? { spending: parseSpending(now.spending, spending) } : {}),
        ...(updates ? { updates: mergeUpdateSettings(now.updates, updates) } : {}),
        ...(linksInside === undefined ? {} : { linksInside }),
      });
      await confirmation.confirmSettings(changeConfirmed);
      settings.set({
        ...(surroundings ? { surroundings: mergeSurroundings(settings.get().surroundings, surroundings) } : {}),
        ...(theme ? { theme } : {}),
        ...(language ? { language } : {}),
        ...(singleKeys === undefined ? {} : { singleKeys }),
        ...(reviewFiles === undefined ? {} : { reviewFiles }),
        ...(motion ? { motion } : {}),
        ...(libraryLimitBytes === undefined ? {} : { libraryLimitBytes }),
        ...(service ? { service } : {}),
        ...(formats ? { formats } : {}),
        ...(concurrency ? { concurrency } : {}),
        ...changeConfirmed(settings.get()),
        ...(rehearsal === undefined ? {} : setRehearsal(settings.get(), rehearsal)),
      });
      return view();
    },
    setExportFolder: async (folder) => {
      if (!(await isWritable(folder))) throw new AppError('folder_unwritable', '', { subject: describeFolder(folder) });
      settings.set({ exportFolder: folder });
    },
    setKey: async (typed, cloud, signal) => {
      const key = parseApiKey(typed);
      const region = { ...findKnown(settings.get(), cloud), ...normaliseRegion(cloud) };
      await confirmation.confirmSettings(() => ({ cloud: region }));
      await tryKey(key, region, signal);
      await secrets.set(secretName(region.baseUrl), key);
      settings.set({ service: 'cloud', cloud: region });
      return view();
    },
    forgetKey: async () => {
      const { cloud } = settings.get();
      if (cloud) await secrets.delete(secretName(cloud.baseUrl));
      settings.set({ service: 'local' });
      return view();
    },
  };
}

/** What is stored of a service whose key is set again. */
function findKnown(
  settings: Settings,
  { baseUrl }: NonNullable<Settings['cloud']>,
): NonNullable<Settings['cloud']> | null {
  const address = normaliseBaseUrl(baseUrl);
  return listServices(settings).find(({ cloud }) => cloud.baseUrl === address)?.cloud ?? null;
}

/** Omitted fields stay the same. */
function mergeSurroundings(
  now: DesktopIntegration,
  change: NonNullable<Input<'settings:set'>['surroundings']>,
): DesktopIntegration {
  const { tray = now.tray, keepRunning = now.keepRunning, notify = now.notify } = change;
  return { tray, keepRunning, notify, startAtLogin: change.startAtLogin ?? now.startAtLogin };
}
