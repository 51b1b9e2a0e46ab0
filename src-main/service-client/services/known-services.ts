import { LOCAL_SERVICE, type ServiceName } from '../../../src-shared/ipc/views/account-view.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { normaliseRegion, secretName } from './services.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** A cloud region as it is stored. */
export type CloudRegion = NonNullable<Settings['cloud']>;

/** A cloud service that the user added. */
export interface KnownService {
  /** Null if it was added without one. */
  readonly name: string | null;
  readonly cloud: CloudRegion;
  readonly inUse: boolean;
}

/** What can be changed of a service. */
export type ServiceChange = Pick<CloudRegion, 'resend' | 'storage' | 'authorities'>;

/** Stores the services and their keys. */
export interface ServiceList {
  readonly settings: AppSettings;
  readonly secrets: Pick<SecretStore, 'delete'>;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/i;

/** All cloud services by name; a service without a name comes last. */
export function listServices({ service, cloud, services }: Settings): KnownService[] {
  const named = Object.entries(services).map(([name, each]) => ({
    name,
    cloud: each,
    inUse: service === 'cloud' && isSame(cloud, each),
  }));
  const isNamed = cloud === null || named.some((each) => isSame(each.cloud, cloud));
  return isNamed ? named : [...named, { name: null, cloud, inUse: service === 'cloud' }];
}

/** The service with a name. Throws `config_invalid` listing the existing names. */
export function findService(settings: Settings, name: ServiceName): CloudRegion {
  const known = listServices(settings);
  const found = known.find((each) => each.name === name);
  if (found) return found.cloud;
  const names = known.flatMap((each) => each.name ?? []).join(', ') || 'none';
  throw misuse(message('service.not-known', { name: name ?? '', names }));
}

/** Adds a service under a new name. Throws `config_invalid` for an invalid name or address. */
export function addService({ settings }: ServiceList, typed: string, given: CloudRegion): KnownService {
  const name = readServiceName(typed);
  const { services } = settings.get();
  if (name === LOCAL_SERVICE || Object.hasOwn(services, name)) {
    throw misuse(message('service.name-taken', { name }));
  }
  const cloud = normaliseRegion(given);
  settings.set({ services: { ...services, [name]: cloud } });
  return { name, cloud, inUse: false };
}

/** Selects the service in use. The previous one is kept, and gets a name if it has none. */
export function useService({ settings }: ServiceList, name: ServiceName): void {
  if (name === LOCAL_SERVICE) return void settings.set({ service: 'local' });
  const chosen = findService(settings.get(), name);
  const unnamed = listServices(settings.get()).find((each) => each.name === null);
  const { services } = settings.get();
  const kept =
    unnamed && name !== null ? { ...services, [freeName(unnamed.cloud, services)]: unnamed.cloud } : services;
  settings.set({ service: 'cloud', cloud: chosen, services: kept });
}

/** Changes what is given of a service. Throws like `applyServiceChange`. */
export function changeService({ settings }: ServiceList, name: ServiceName, change: ServiceChange): void {
  settings.set(applyServiceChange(settings.get(), name, change));
}

/** The settings that differ when a service is changed. Throws `config_invalid` if the change is not valid. */
export function applyServiceChange(now: Settings, name: ServiceName, change: ServiceChange): Partial<Settings> {
  const cloud = normaliseRegion({ ...findService(now, name), ...change });
  return {
    ...(name === null ? {} : { services: { ...now.services, [name]: cloud } }),
    ...(isSame(now.cloud, cloud) ? { cloud } : {}),
  };
}

/**
 * Removes a service, and its key unless another service has the same address. If it was in use, this computer is used
 * instead; returns whether that happened.
 */
export async function removeService({ settings, secrets }: ServiceList, name: ServiceName): Promise<boolean> {
  const cloud = findService(settings.get(), name);
  const { services, cloud: current, service } = settings.get();
  const others = Object.fromEntries(Object.entries(services).filter(([other]) => other !== name));
  const wasCurrent = isSame(current, cloud) && !Object.values(others).some((other) => isSame(other, cloud));
  const isShared = Object.values(others).some(({ baseUrl }) => baseUrl === cloud.baseUrl);
  if (!isShared) await secrets.delete(secretName(cloud.baseUrl));
  settings.set({ services: others, ...(wasCurrent ? { service: 'local' as const, cloud: null } : {}) });
  return wasCurrent && service === 'cloud';
}

/** Validates a name. Throws `config_invalid`. */
export function readServiceName(name: string | undefined): string {
  if (name !== undefined && NAME.test(name)) return name;
  throw misuse(message('service.name-form'));
}

function freeName({ deployment }: CloudRegion, taken: Settings['services']): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? deployment : `${deployment}-${count}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
}

function isSame(one: Pick<CloudRegion, 'baseUrl' | 'deployment'> | null, other: CloudRegion): boolean {
  return one?.baseUrl === other.baseUrl && one.deployment === other.deployment;
}

function misuse(detail: MessageOrText): AppError {
  return new AppError('config_invalid', detail, { subject: message('subject.service-name') });
}
