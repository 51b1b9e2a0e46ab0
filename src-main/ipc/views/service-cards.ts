import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import { LOCAL_SERVICE, type ServiceCard } from '../../../src-shared/ipc/views/account-view.ts';
import type { ServiceState } from '../../../src-shared/ipc/calls/service-calls.ts';
import { isActive, isStepHeld, type Job, type JobStep } from '../../../src-shared/jobs/job.ts';
import { isFree } from '../../../src-shared/settings/settings.ts';
import { listServices, type KnownService } from '../../service-client/services/known-services.ts';
import { secretName, toCloudProfile, type Services } from '../../service-client/services/services.ts';
import { log } from '../../base/log/log.ts';
import { keyEnding } from '../../settings/api-key.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import type { ServiceMonitor } from '../watchers/service-monitor.ts';

/** All services with the last state of each. */
export interface ServiceCards {
  /** With `look`, asks each cloud service for its balance now; does not start the local service. */
  list(look: boolean): Promise<ServiceCard[]>;
}

interface Deps {
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly services: Services;
  readonly watch: Pick<ServiceMonitor, 'get' | 'check'>;
  /** Every job with its view. */
  jobs(): readonly KnownJob[];
  now(): number;
}

interface KnownJob {
  readonly record: Pick<JobRecord, 'status' | 'serviceKind' | 'serviceId' | 'cloud'>;
  view(): Pick<Job, 'steps'>;
}

/** The last state of a service. */
interface ServiceReading {
  readonly status: ServiceCard['status'];
  readonly balance: string | null;
  readonly held: string | null;
  readonly askedAt: number | null;
  readonly error: ErrorInfo | null;
}

const UNASKED: ServiceReading = { status: 'unasked', balance: null, held: null, askedAt: null, error: null };

/** Remembers the state of each service by address and key while the app runs. */
export function createServiceCards({ settings, secrets, services, watch, jobs, now }: Deps): ServiceCards {
  const seen = new Map<string, ServiceReading>();

  const ask = async ({ cloud }: KnownService, id: string): Promise<void> => {
    try {
      const { balance, frozen } = await (await services.cloudClient(cloud)).getBalance();
      const money = { balance: formatCredits(balance), held: formatCredits(frozen) };
      seen.set(id, { status: 'ready', ...money, askedAt: now(), error: null });
    } catch (error) {
      if (!(error instanceof AppError)) log.error('service', 'reading the balance failed', error);
      const info = toErrorInfo(error);
      const status = info.code === 'invalid_api_key' ? 'refused' : 'offline';
      seen.set(id, { ...(seen.get(id) ?? UNASKED), status, error: info });
    }
  };

  const toCloudCard = async (known: KnownService, look: boolean): Promise<ServiceCard> => {
    const { name, cloud, inUse } = known;
    const key = await secrets.get(secretName(cloud.baseUrl));
    const id = key === null ? null : toCloudProfile(cloud, key).id;
    if (look && id !== null && !inUse) await ask(known, id);
    const told = id === null ? { ...UNASKED, status: 'no_key' as const } : (seen.get(id) ?? UNASKED);
    return {
      name,
      kind: 'cloud',
      baseUrl: cloud.baseUrl,
      deployment: cloud.deployment,
      resend: cloud.resend ?? 'strict',
      inUse,
      free: false,
      key: {
        present: key !== null,
        ending: keyEnding(key),
        store: secrets.kind,
        durable: secrets.durable,
      },
      ...(inUse ? keepLast(watch.get(), id) : told),
      ...countSteps(jobs().filter(({ record }) => record.serviceKind === 'cloud' && isOf(record, known, id))),
    };
  };

  /** The current state of the service in use, with its last balance while it is unreachable. */
  const keepLast = ({ status, balance, held, error }: ServiceState, id: string | null): ServiceReading => {
    if (balance !== null && id !== null) seen.set(id, { status, balance, held, askedAt: now(), error });
    const last = (id === null ? undefined : seen.get(id)) ?? UNASKED;
    return { ...last, status, error };
  };

  const toLocalCard = (): ServiceCard => {
    const { service, rehearsal } = settings.get();
    const inUse = service === 'local';
    const free = isFree({ service: 'local', rehearsal });
    const state = watch.get();
    return {
      name: LOCAL_SERVICE,
      kind: 'local',
      baseUrl: null,
      deployment: null,
      resend: 'auto',
      inUse,
      free,
      key: { present: false, ending: '', store: '', durable: true },
      ...(inUse ? keepLast(state, free ? null : LOCAL_SERVICE) : free ? UNASKED : (seen.get(LOCAL_SERVICE) ?? UNASKED)),
      ...countSteps(jobs().filter(({ record }) => record.serviceKind === 'local')),
    };
  };

  return {
    list: async (look) => {
      if (look) await watch.check();
      const clouds = listServices(settings.get()).map((known) => toCloudCard(known, look));
      return [toLocalCard(), ...(await Promise.all(clouds))];
    },
  };
}

/** Old jobs without a region belong to the service that has their task; without a task, to the service in use. */
function isOf({ cloud, serviceId }: KnownJob['record'], known: KnownService, id: string | null): boolean {
  if (cloud) return cloud.baseUrl === known.cloud.baseUrl && cloud.deployment === known.cloud.deployment;
  return serviceId === null ? known.inUse : serviceId === id;
}

/** Running and waiting steps with their cost. */
function countSteps(jobs: readonly KnownJob[]): Pick<ServiceCard, 'underWay' | 'waiting'> {
  const open = jobs.filter(({ record: { status } }) => isActive(status) || isStopped(status)).map(({ view }) => view());
  const sum = (isMeant: (step: JobStep) => boolean): ServiceCard['waiting'] => {
    const steps = open.map((job) => job.steps.filter(isMeant));
    const amounts = steps.flat().map(({ price }) => (price.amount === null ? null : parseCredits(price.amount)));
    return {
      jobs: steps.filter(({ length }) => length > 0).length,
      amount: formatCredits(addCredits(...amounts.map((each): Credits => each ?? ZERO_CREDITS))),
      unknown: amounts.filter((each) => each === null).length,
    };
  };
  const isOrdered = ({ taskId }: JobStep): boolean => taskId !== null;
  return {
    underWay: sum(isStepHeld),
    waiting: sum((step) => step.status === 'waiting' || (step.status === 'running' && !isOrdered(step))),
  };
}

function isStopped(status: Job['status']): boolean {
  return status === 'paused' || status === 'held';
}
