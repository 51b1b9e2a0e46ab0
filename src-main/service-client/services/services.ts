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
import { message } from '../../../src-shared/messages/message.ts';

/** Pause between looks at running tasks: this computer answers in a millisecond, a cloud region wants its peace. */
const LOCAL_POLL_MS = 150;
const CLOUD_POLL_MS = 2_000;

/** Clients for services, made when first asked for and once for each address, key and kind of account. */
export interface Services {
  /** A client of the service of that kind as the settings now say; AppError when there is none. */
  client(kind: 'local' | 'cloud'): Promise<ServiceClient>;
  /** A client of a cloud region with the key that is kept for it; throws `no_api_key` when there is none. */
  cloudClient(cloud: NonNullable<Settings['cloud']>): Promise<ServiceClient>;
  /** Identity of the account a client of a cloud address was made for at last; null: none was yet. */
  accountOf(baseUrl: string): string | null;
  /** Closes the clients of all services. */
  close(): Promise<void>;
}

interface Deps {
  readonly local: LocalService;
  readonly secrets: SecretStore;
  /** The system's proxies; null where only the environment names some. */
  readonly resolveProxy: ResolveProxy | null;
  settings(): Settings;
  /** Remembers by name between starts what services refused; absent: it is forgotten. */
  readonly notes?: KeyValueStore;
}

/** Opens no connection before it is asked for a client. */
export function createServices({ local, secrets, resolveProxy, settings, notes }: Deps): Services {
  const clients = new Map<string, ServiceClient>();
  const accounts = new Map<string, string>();

  const clientFor = (profile: ServiceProfile): ServiceClient => {
    const { id, baseUrl, free, deployment, resend } = profile;
    const key = `${id} ${baseUrl} ${free} ${deployment} ${resend.mode}`;
    const known = clients.get(key);
    if (known) return known;
    const closed = notes ? rateLimitStore(id, notes) : null;
    const client = createServiceClient(profile, createNodeNetwork({ resolveProxy }), SYSTEM, closed);
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
        const { baseUrl, apiKey } = await local.endpoint();
        return clientFor({
          id: localServiceId(apiKey),
          kind,
          baseUrl,
          apiKey,
          deployment: 'international',
          free: !settings().rehearsal,
          pollMs: LOCAL_POLL_MS,
          resend: LOCAL_RESEND,
        });
      }
      return cloudClient(settings().cloud);
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** A cloud region with a key, as the client takes it. */
export function toCloudProfile(cloud: NonNullable<Settings['cloud']>, apiKey: string): ServiceProfile {
  return {
    id: cloudServiceId(cloud.baseUrl, apiKey),
    kind: 'cloud',
    baseUrl: cloud.baseUrl,
    apiKey,
    deployment: cloud.deployment,
    free: false,
    pollMs: CLOUD_POLL_MS,
    resend: { ...CLOUD_RESEND, mode: cloud.resend ?? 'strict' },
  };
}

/** What people call a cloud service: the name they gave it, else its host. */
export function titleOf({ services }: Pick<Settings, 'services'>, { baseUrl }: { readonly baseUrl: string }): string {
  const [name] = Object.entries(services).find(([, each]) => each.baseUrl === baseUrl) ?? [];
  return name === undefined ? new URL(baseUrl).host : `“${name}”`;
}

/** Name of a region's key in the secret store. */
export function secretName(baseUrl: string): string {
  return `key ${baseUrl}`;
}

/**
 * The base URL as it is kept: no `/v3`, no trailing slash, https, or http to this computer only. Throws
 * `config_invalid` with a sentence.
 */
export function normaliseBaseUrl(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '').replace(/\/v3$/, '');
  const url = URL.canParse(text) ? new URL(text) : null;
  const subject = 'The base URL';
  if (!url || url.username || url.password || url.search || url.hash) {
    throw new AppError('config_invalid', message('service.host-only'), { subject });
  }
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new AppError('config_invalid', message('service.https-only'), { subject });
  }
  return url.href.replace(/\/+$/, '');
}
