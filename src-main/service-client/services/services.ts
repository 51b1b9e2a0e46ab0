import { AppError } from '../../../src-shared/base/errors.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { ResolveProxy } from '../http/proxy-route.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import type { LocalService } from '../local-service/local-service-process.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';
import { SYSTEM } from '../../base/system.ts';
import { rateLimitStore } from '../rates/rate-limit-store.ts';
import { createNodeNetwork } from '../http/node-network.ts';
import { createServiceClient, type ServiceClient } from '../service-client.ts';
import { CLOUD_RESEND, cloudServiceId, LOCAL_RESEND, localServiceId, type ServiceProfile } from './service-profile.ts';
import { parseAuthorities } from './parse-authorities.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Interval between queries of running tasks: short for this computer, long for a cloud region. */
const LOCAL_POLL_MS = 150;
const CLOUD_POLL_MS = 2_000;

/** Clients of services, created on first use, one for each address, key and kind of account. */
export interface Services {
  /** A client of the service that the settings select. Throws AppError if there is none. */
  client(kind: 'local' | 'cloud'): Promise<ServiceClient>;
  /** A client of a cloud region with its stored key. Throws `no_api_key` if there is none. */
  cloudClient(cloud: NonNullable<Settings['cloud']>): Promise<ServiceClient>;
  /** Identity of the account of the latest client of a cloud address; null if there was none yet. */
  accountOf(baseUrl: string): string | null;
  /** Closes the clients of all services. */
  close(): Promise<void>;
}

interface Deps {
  readonly local: LocalService;
  readonly secrets: SecretStore;
  /** Proxies of the system; null if only the environment is used. */
  readonly resolveProxy: ResolveProxy | null;
  settings(): Settings;
  /** Stores closed rate limits between starts; absent: they are forgotten. */
  readonly notes?: KeyValueStore;
}

/** Creates the clients; opens no connection before one is requested. */
export function createServices({ local, secrets, resolveProxy, settings, notes }: Deps): Services {
  const clients = new Map<string, ServiceClient>();
  const accounts = new Map<string, string>();
  /** The last start of the local service; a client of an earlier one may consider it unreachable. */
  let started: Awaited<ReturnType<LocalService['endpoint']>> | null = null;
  let starts = 0;

  const clientFor = (profile: ServiceProfile, start = 0): ServiceClient => {
    const { id, baseUrl, free, deployment, resend, storageOrigin, authorities } = profile;
    const key = `${id} ${baseUrl} ${free} ${deployment} ${resend.mode} ${storageOrigin} ${authorities} ${start}`;
    const known = clients.get(key);
    if (known) return known;
    const closed = notes ? rateLimitStore(id, notes) : null;
    const client = createServiceClient(profile, createNodeNetwork({ resolveProxy, authorities }), SYSTEM, closed);
    clients.set(key, client);
    return client;
  };
  const cloudClient = async (cloud: Settings['cloud']): Promise<ServiceClient> => {
    const apiKey = cloud && (await secrets.get(secretName(cloud.baseUrl)));
    if (!cloud || !apiKey) {
      throw new AppError('no_api_key', '', {
        subject: cloud ? titleOf(settings(), cloud) : message('subject.cloud-service'),
      });
    }
    const profile = toCloudProfile(cloud, apiKey);
    accounts.set(cloud.baseUrl, profile.id);
    return clientFor(profile);
  };

  return {
    cloudClient,
    accountOf: (baseUrl) => accounts.get(baseUrl) ?? null,
    client: async (kind) => {
      if (kind === 'local') {
        const endpoint = await local.endpoint();
        if (endpoint !== started) starts++;
        started = endpoint;
        const { baseUrl, apiKey } = endpoint;
        const profile: ServiceProfile = {
          id: localServiceId(apiKey),
          kind,
          baseUrl,
          apiKey,
          deployment: 'international',
          free: !settings().rehearsal,
          pollMs: LOCAL_POLL_MS,
          resend: LOCAL_RESEND,
        };
        return clientFor(profile, starts);
      }
      return cloudClient(settings().cloud);
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** Profile of a cloud region with its key. */
export function toCloudProfile(cloud: NonNullable<Settings['cloud']>, apiKey: string): ServiceProfile {
  return {
    id: cloudServiceId(cloud.baseUrl, apiKey),
    kind: 'cloud',
    baseUrl: cloud.baseUrl,
    apiKey,
    ...(cloud.storage !== undefined && { storageOrigin: cloud.storage }),
    ...(cloud.authorities !== undefined && { authorities: cloud.authorities }),
    deployment: cloud.deployment,
    free: false,
    pollMs: CLOUD_POLL_MS,
    resend: { ...CLOUD_RESEND, mode: cloud.resend ?? 'strict' },
  };
}

/** Display name of a cloud service: its name, otherwise its host. */
export function titleOf({ services }: Pick<Settings, 'services'>, { baseUrl }: { readonly baseUrl: string }): string {
  const [name] = Object.entries(services).find(([, each]) => each.baseUrl === baseUrl) ?? [];
  return name === undefined ? new URL(baseUrl).host : `“${name}”`;
}

/** Name of a region's key in the secret store. */
export function secretName(baseUrl: string): string {
  return `key ${baseUrl}`;
}

/** A cloud region with its addresses and certificates checked and normalized. Throws `config_invalid`. */
export function normaliseRegion(region: NonNullable<Settings['cloud']>): NonNullable<Settings['cloud']> {
  const { baseUrl, storage, authorities } = region;
  return {
    ...region,
    baseUrl: normaliseBaseUrl(baseUrl),
    ...(storage !== undefined && { storage: normaliseStorage(storage) }),
    ...(authorities !== undefined && { authorities: parseAuthorities(authorities) }),
  };
}

/**
 * Normalizes the address of a storage: an https origin, or http on this computer only. Throws `config_invalid` with the
 * reason.
 */
function normaliseStorage(typed: string): string {
  const baseUrl = normaliseBaseUrl(typed);
  const { origin, href } = new URL(baseUrl);
  if (href === `${origin}/`) return origin;
  throw new AppError('config_invalid', message('service.host-only'), {
    subject: message('subject.storage-address'),
  });
}

/**
 * Normalizes a base URL: no `/v3`, no trailing slash; https, or http to this computer only. Throws `config_invalid`
 * with the reason.
 */
export function normaliseBaseUrl(typed: string): string {
  const text = typed
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/v3$/, '');
  const url = URL.canParse(text) ? new URL(text) : null;
  const subject = 'The base URL';
  if (!url || url.username || url.password || url.search || url.hash) {
    throw new AppError('config_invalid', message('service.host-only'), { subject });
  }
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new AppError('config_invalid', message('service.https-only'), { subject });
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}
