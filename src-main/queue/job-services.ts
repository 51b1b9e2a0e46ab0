import { AppError } from '../../src-shared/base/errors.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import { createTaskFollower, type TaskFollower } from '../pipeline/steps/follow-tasks.ts';
import { serviceOf, type CloudService, type JobRecord } from '../pipeline/job-record.ts';
import { listServices } from '../service-client/services/known-services.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { titleOf, type Services } from '../service-client/services/services.ts';
import { SYSTEM, type System } from '../base/system.ts';
import type { QueueDeps } from './queue-deps.ts';
import { message } from '../../src-shared/messages/message.ts';

type Cloud = NonNullable<Settings['cloud']>;

/** The services of the jobs; each job continues at its own service, whichever is in use. */
export interface JobServices extends Required<
  Pick<QueueDeps, 'connect' | 'onClient' | 'serviceInUse' | 'otherServices' | 'titleOf'>
> {
  /** Notifies that a task may have changed; see `TaskFollower`. */
  hint(taskId: string): void;
  close(): void;
}

interface Deps {
  readonly services: Pick<Services, 'client' | 'cloudClient'>;
  readonly system?: Pick<System, 'clock' | 'random'>;
  settings(): Settings;
  /** True while the progress is being watched. */
  isWatched(): boolean;
}

/** Makes no request until a job runs; each service has one follower for all its tasks. */
export function createJobServices({ services, settings, isWatched, system = SYSTEM }: Deps): JobServices {
  const followers = new Map<string, TaskFollower>();
  const listeners: ((client: ServiceClient) => void)[] = [];

  /** The region with its current settings and its policy for lost responses; a removed region is strict. */
  const asSetUp = ({ baseUrl, deployment }: CloudService): Cloud => {
    const known = listServices(settings()).map(({ cloud }) => cloud);
    const alike = known.filter((cloud) => cloud.baseUrl === baseUrl);
    return alike.find((cloud) => cloud.deployment === deployment) ?? alike[0] ?? { baseUrl, deployment };
  };
  /** A job saved before regions were recorded belongs to the region of its orders, otherwise to the one in use. */
  const findOrderedAt = async (serviceId: string): Promise<ServiceClient | null> => {
    for (const { cloud } of listServices(settings())) {
      const client = await services.cloudClient(cloud).catch(nullWithoutKey);
      if (client?.profile.id === serviceId) return client;
    }
    return null;
  };
  const clientOf = async ({
    serviceKind,
    cloud,
    serviceId,
  }: Pick<JobRecord, 'serviceKind' | 'cloud' | 'serviceId'>): Promise<ServiceClient> => {
    if (serviceKind === 'local') return services.client('local');
    if (cloud) return services.cloudClient(asSetUp(cloud));
    const orderedAt = serviceId === null ? null : await findOrderedAt(serviceId);
    return orderedAt ?? services.client('cloud');
  };
  const followerOf = (record: JobRecord): TaskFollower => {
    // Regions without a stored identity are distinguished by their accounts.
    const key = record.cloud || record.serviceKind === 'local' ? serviceOf(record) : `cloud ${record.serviceId}`;
    const { serviceKind, cloud, serviceId } = record;
    const belonging = { serviceKind, serviceId, ...(cloud ? { cloud } : {}) };
    const connect = async (): Promise<ServiceClient> => {
      const client = await clientOf(belonging);
      for (const listen of listeners) listen(client);
      return client;
    };
    const follower = followers.get(key) ?? createTaskFollower(connect, system, isWatched);
    followers.set(key, follower);
    return follower;
  };
  const nameOf = (cloud: CloudService): string => titleOf(settings(), cloud);

  return {
    connect: async (record) => {
      const client = await clientOf(record);
      const { id, baseUrl, deployment, kind } = client.profile;
      if (record.serviceId !== null && record.serviceId !== id) {
        const name = kind === 'local' ? message('subject.this-computer') : nameOf({ baseUrl, deployment });
        throw new AppError('no_api_key', '', { subject: message('subject.service-when-ordered', { name }) });
      }
      return { client, follower: followerOf(record) };
    },
    onClient: (listen) => void listeners.push(listen),
    serviceInUse: () => services.client(settings().service),
    otherServices: async () => {
      const others = listServices(settings()).filter(({ inUse }) => !inUse);
      const clients = await Promise.all(others.map(({ cloud }) => services.cloudClient(cloud).catch(nullWithoutKey)));
      return clients.filter((client) => client !== null);
    },
    titleOf: nameOf,
    hint: (taskId) => {
      for (const follower of followers.values()) follower.hint(taskId);
    },
    close: () => {
      for (const follower of followers.values()) follower.close();
    },
  };
}

function nullWithoutKey(error: unknown): null {
  if (error instanceof AppError && error.code === 'no_api_key') return null;
  throw error;
}
