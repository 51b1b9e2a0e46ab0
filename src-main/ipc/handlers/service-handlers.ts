import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { serviceCalls } from '../../../src-shared/ipc/calls/service-calls.ts';
import { toJobView } from '../../queue/job-list/job-view.ts';
import type { Queue } from '../../queue/queue.ts';
import {
  addService,
  applyServiceChange,
  changeService,
  findService,
  readServiceName,
  removeService,
  useService,
} from '../../service-client/services/known-services.ts';
import { normaliseRegion, secretName, type Services } from '../../service-client/services/services.ts';
import { parseApiKey } from '../../settings/api-key.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import type { AccountSettings } from '../account-settings.ts';
import type { CancelableCalls } from '../cancelable-calls.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';
import type { UsageReaders } from '../usage-readers.ts';
import { createServiceCards } from '../views/service-cards.ts';
import type { AccountMonitor } from '../watchers/account-monitor.ts';
import type { ServiceMonitor } from '../watchers/service-monitor.ts';

interface Parts {
  readonly queue: Pick<Queue, 'spending' | 'records'>;
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly services: Services;
  readonly accountSettings: Pick<AccountSettings, 'tryKey'>;
  readonly keyChecks: CancelableCalls;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmSettings'>;
  readonly serviceMonitor: ServiceMonitor;
  readonly accountMonitor: Pick<AccountMonitor, 'get'>;
  readonly usageReaders: Pick<UsageReaders, 'forget'>;
}

/** Handlers of the calls about the service in use and the configured services. */
export function createServiceHandlers(parts: Parts): HandlersOf<typeof serviceCalls> {
  const {
    queue,
    settings,
    secrets,
    services,
    accountSettings,
    keyChecks,
    confirmation,
    serviceMonitor,
    accountMonitor,
    usageReaders,
  } = parts;
  const jobs = () =>
    queue.records().map((record) => ({ record, view: () => toJobView(record, 0, queue.spending.priceOf) }));
  const cards = createServiceCards({ settings, secrets, services, watch: serviceMonitor, jobs, now: Date.now });
  const store = { settings, secrets };
  /** Runs a change that checks a key first. Returns all services, which are unchanged if it was canceled. */
  const changeChecked = async (id: string | undefined, change: (signal: AbortSignal) => Promise<true>) =>
    cards.list((await keyChecks.run(id, change)) ?? false);

  return {
    'service:get': async () => accountMonitor.get(),
    'service:check': () => serviceMonitor.check(),
    'services:list': ({ look }) => cards.list(look),
    'services:use': async ({ name }) => {
      useService(store, name);
      return cards.list(false);
    },
    'services:add': ({ id, name, cloud, key }) =>
      changeChecked(id, async (signal) => {
        const region = normaliseRegion(cloud);
        await confirmation.confirmSettings(({ services: known }) => ({
          services: { ...known, [readServiceName(name)]: region },
        }));
        if (key !== null) await accountSettings.tryKey(parseApiKey(key), region, signal);
        const added = addService(store, name, region);
        if (key !== null) await secrets.set(secretName(added.cloud.baseUrl), parseApiKey(key));
        return true;
      }),
    'services:change': async ({ name, resend }) => {
      await confirmation.confirmSettings((now) => applyServiceChange(now, name, { resend }));
      changeService(store, name, { resend });
      return cards.list(false);
    },
    'services:setKey': ({ id, name, key }) =>
      changeChecked(id, async (signal) => {
        const cloud = findService(settings.get(), name);
        if (key !== null) await accountSettings.tryKey(parseApiKey(key), cloud, signal);
        if (key === null) await secrets.delete(secretName(cloud.baseUrl));
        else await secrets.set(secretName(cloud.baseUrl), parseApiKey(key));
        // Keys are not settings: this notifies the listeners, which check the service in use again.
        settings.set({});
        return true;
      }),
    'services:remove': async ({ name }) => {
      await removeService(store, name);
      usageReaders.forget(name);
      return cards.list(false);
    },
  };
}
