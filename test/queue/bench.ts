import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { BatchOptions } from '../../src-main/queue/create-job-records.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createServiceClient, type ServiceClient } from '../../src-main/service-client/service-client.ts';
import type { ResendPolicy } from '../../src-main/service-client/services/service-profile.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { spending as spendingSettings, type Spending } from '../../src-shared/settings/settings.ts';
import { startFaultProxy, type FaultProxy } from '../helpers/service/fault-proxy.ts';
import type { LocalService } from '../helpers/service/local-service.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** No cap, whatever it costs. */
const NO_LIMITS = spendingSettings.parse({});

/** A real queue on a real disk, with the real service behind a fault proxy. */
export interface QueueBench {
  readonly queue: Queue;
  readonly proxy: FaultProxy;
  readonly client: ServiceClient;
  readonly picture: string;
  readonly out: string;
  readonly home: string;
  readonly options: BatchOptions;
  /** The keys of the jobs' services; the service in use always has one. */
  readonly keys: { isMissing: boolean };
  only(): JobRecord;
  /** Waits until the only job is as wanted. */
  until(wanted: (record: JobRecord) => boolean): Promise<JobRecord>;
}

/** Opens it until the test ends; `root` reopens an earlier one, `watchStore` returns the store that the queue uses. */
export async function openQueue(
  service: LocalService,
  resend: ResendPolicy,
  root = makeTempFolder(),
  system = SYSTEM,
  spending: () => Spending = () => NO_LIMITS,
  watchStore: (store: QueueStore) => QueueStore = (store) => store,
): Promise<QueueBench> {
  const [home, out] = [path.join(root, 'home'), path.join(root, 'out')];
  const proxy = await startFaultProxy(service.baseUrl);
  const client = createServiceClient(profileOf(proxy.baseUrl, { apiKey: service.apiKey, resend }));
  const follower = createTaskFollower(async () => client, system);
  const keys = { isMissing: false };
  const connect = async () => {
    if (keys.isMissing) throw new AppError('no_api_key', message('task.other-key'));
    return { client, follower };
  };
  const queue = createQueue({
    home,
    store: watchStore(openQueueStore(home, system)),
    system,
    spending,
    serviceInUse: async () => client,
    exportFolder: () => out,
    connect,
  });
  onTestFinished(async () => {
    follower.close();
    await queue.close();
    await client.close();
  });
  const only = (): JobRecord => queue.records()[0] as JobRecord;
  const until = (wanted: (record: JobRecord) => boolean): Promise<JobRecord> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (queue.records()[0] && wanted(only())) resolve(only());
        else setTimeout(look, 5);
      };
      look();
    });
  const options: BatchOptions = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null };
  return {
    queue,
    proxy,
    client,
    picture: await writeSampleImage(root, 'shape.png', 96),
    out,
    home,
    options,
    keys,
    only,
    until,
  };
}
