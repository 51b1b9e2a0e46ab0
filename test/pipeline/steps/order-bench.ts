import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createTask } from '../../../src-main/pipeline/steps/create.ts';
import type { IntentStore } from '../../../src-main/pipeline/intent.ts';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createIntentStore } from '../../../src-main/queue/store/intent-store.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service-client/service-client.ts';
import type { ResendPolicy } from '../../../src-main/service-client/services/service-profile.ts';
import { startFaultProxy, type FaultProxy } from '../../helpers/service/fault-proxy.ts';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { uploaded } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';

const NO_PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(64)]);

/** What an order needs besides a client and intents; a second task of one order is never expected here. */
export const ORDERING = {
  system: SYSTEM,
  explainedHolds: () => null,
  budget: {
    reserve: async () => undefined,
    release: () => undefined,
    affords: async () => true,
    isReserved: () => true,
  },
  onDuplicate: (_: unknown, task: { task_id: string }): never => {
    throw new Error(`A second task: ${task.task_id}`);
  },
};

/** A client behind a fault proxy, and intents on a real disk. */
export interface Bench {
  readonly service: LocalService;
  readonly proxy: FaultProxy;
  readonly client: ServiceClient;
  readonly intents: IntentStore;
  readonly token: string;
  order(job: JobRecord): Promise<string>;
  /** Opens the intents anew on the same database, as a start after a crash does. */
  restart(): Bench;
}

/** Sets everything up until the test ends; the uploaded file is no image, so that its tasks end at once. */
export async function setUpBench(service: LocalService, resend: ResendPolicy): Promise<Bench> {
  const home = makeTempFolder();
  const proxy = await startFaultProxy(service.baseUrl);
  // Only on this computer may an order go out again by itself before an echo of its nonce was seen.
  const kind = resend.mode === 'auto' ? 'local' : 'cloud';
  const client = createServiceClient(profileOf(proxy.baseUrl, { apiKey: service.apiKey, resend, kind }));
  const database = openQueueDatabase(home);
  onTestFinished(async () => {
    database.close();
    await client.close();
  });
  const file = path.join(home, 'tiny.png');
  await writeFile(file, NO_PICTURE);
  const direct = createServiceClient(profileOf(service.baseUrl, { apiKey: service.apiKey }));
  const token = await direct.upload(file, 'png', new AbortController().signal, () => undefined);
  await direct.close();
  const bench = (intents: IntentStore): Bench => ({
    service,
    proxy,
    client,
    intents,
    token,
    order: (job) =>
      createTask(uploaded(job, token), 0, { ...ORDERING, client, intents, signal: new AbortController().signal }),
    restart: () => bench(createIntentStore(database)),
  });
  return bench(createIntentStore(database));
}

/** What every task of the service was ordered with, asked from the service itself. */
export async function readTaskInputs(service: LocalService): Promise<Record<string, unknown>[]> {
  const client = createServiceClient(profileOf(service.baseUrl, { apiKey: service.apiKey }));
  const inputs: Record<string, unknown>[] = [];
  for (let offset = 0; ;) {
    const rows = await client.getUsage(offset);
    if (rows.length === 0) break;
    for (let at = 0; at < rows.length; at += 100) {
      const { tasks } = await client.listTasks(rows.slice(at, at + 100).map(({ task_id: id }) => id));
      inputs.push(...[...tasks.values()].map(({ input }) => input));
    }
    offset += rows.length;
  }
  await client.close();
  return inputs;
}

/** How many tasks the service itself knows for the job's orders. */
export async function countTasks(bench: Bench, job: JobRecord): Promise<number> {
  const intent = bench.intents.findStanding(job.id, 0);
  const inputs = await readTaskInputs(bench.service);
  return inputs.filter((input) => input['client_ref'] === intent?.id).length;
}
