import path from 'node:path';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import { removeLeftovers } from '../../src-main/folders/export-folder.ts';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { createNodeNetwork } from '../../src-main/service-client/http/node-network.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import {
  LOCAL_RESEND,
  localServiceId,
  type ServiceProfile,
} from '../../src-main/service-client/services/service-profile.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import type { LocalService } from '../helpers/service/local-service.ts';
import { checkFinished, readQueueSnapshot } from '../kill/queue-snapshot.ts';
import { createFailingDisk, type DiskFault } from './failing-disk.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

/** Where one story happens. */
export interface ScenarioSetup {
  readonly home: string;
  readonly out: string;
  readonly service: LocalService;
}

/** What came of a story. */
export interface ScenarioResult {
  /** The call that failed; null: the story has fewer. */
  readonly failed: string | null;
  /** Whether something was ordered, or had been, before a call failed. */
  readonly wasOrdered: boolean;
  /** What went wrong with it, as sentences. */
  readonly wrong: readonly string[];
}

/** Times a person tries again before giving up. */
const MAX_RETRIES = 3;

/** Opens the queue of a stage with a disk whose n-th call fails, acts, lets a person retry what failed, and looks at the end. */
export async function runScenario(
  stage: ScenarioSetup,
  n: number,
  fault: DiskFault,
  act: (queue: Queue) => void,
): Promise<ScenarioResult> {
  const { home, out, service } = stage;
  const failing = createFailingDisk(SYSTEM.disk, n, fault);
  const system = { ...SYSTEM, disk: failing.disk };
  // In the program a thread with a disk of its own fetches files, with the same code.
  const { download: _, ...network } = createNodeNetwork();
  const client = createServiceClient(profileOf(service), network, system);
  const follower = createTaskFollower(() => Promise.resolve(client), system);
  const errors: ErrorInfo[] = [];
  let wasOrdered = false;
  const onSave = ({ error, steps }: JobRecord): void => {
    if (error) errors.push(error);
    if (failing.failed() === null && steps.some(({ taskId }) => taskId !== null)) wasOrdered = true;
  };
  const store = openQueueStore(home, system);
  const queue = createQueue({
    home,
    connect: () => Promise.resolve({ client, follower }),
    serviceInUse: () => Promise.resolve(client),
    exportFolder: () => out,
    system,
    store: { ...store, jobs: listen(store.jobs, onSave) },
    reader: createDirectReader(system.disk),
  });
  try {
    act(queue);
    queue.start();
    await settle(queue);
    for (let retries = 0; retries < MAX_RETRIES && failedOf(queue).length > 0; retries++) {
      queue.retry(failedOf(queue));
      await settle(queue);
    }
  } finally {
    follower.close();
    await queue.close();
    await client.close();
  }
  // As the next start does.
  await removeLeftovers(out);
  const books = readQueueSnapshot(home);
  const found = checkFinished(books, { home, out, outputs: path.join(service.dataDir, 'outputs') });
  const story = `${fault} at call ${n} (${failing.failed()})`;
  const wrong = [...books.damage, ...found, ...errors.flatMap((error) => judge(error, fault))];
  return { failed: failing.failed(), wasOrdered, wrong: wrong.map((line) => `${story}: ${line}`) };
}

/** An image that becomes a model in these formats. */
export function order(queue: Queue, picture: string, formats: readonly MeshFormat[]): void {
  queue.add([{ path: picture, kind: 'picture', bytes: 1 }], {
    formats,
    serviceKind: 'local',
    free: false,
    outFolder: null,
  });
}

/** Puts the only job of a home back to where it was. */
export function restoreRecord(home: string, record: JobRecord): void {
  const store = openQueueStore(home);
  store.jobs.saveJob(record);
  store.close();
}

/** A failure must be one a person can do something about, and a full disk must be called so. */
function judge(error: ErrorInfo, fault: DiskFault): string[] {
  const { happened, next } = describeError(error);
  if (error.code === 'bug' || next === '') return [`no sentence for a person: ${error.code} ${happened}`];
  const isCalledFull = error.code === 'disk_full';
  const isRead = toEnglish(error.detail).includes('EIO');
  return isCalledFull === (fault === 'ENOSPC' && !isRead)
    ? []
    : [`it was ${fault}, and the person reads “${happened}”`];
}

function listen(jobs: QueueStore['jobs'], onSave: (record: JobRecord) => void): QueueStore['jobs'] {
  return {
    ...jobs,
    saveJob: (record) => {
      onSave(record);
      jobs.saveJob(record);
    },
  };
}

const settle = (queue: Queue): Promise<void> => queue.whenSettled(queue.records().map(({ id }) => id));

const failedOf = (queue: Queue): string[] =>
  queue.records().flatMap(({ id, status }) => (status === 'done' ? [] : [id]));

function profileOf({ baseUrl, apiKey }: LocalService): ServiceProfile {
  return {
    id: localServiceId(apiKey),
    kind: 'local',
    baseUrl,
    apiKey,
    deployment: 'international',
    free: false,
    pollMs: 50,
    resend: LOCAL_RESEND,
  };
}
