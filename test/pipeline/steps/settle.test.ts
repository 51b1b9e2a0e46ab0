import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { createTask } from '../../../src-main/pipeline/steps/create.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createIntentStore } from '../../../src-main/queue/store/intent-store.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { LOCAL_RESEND } from '../../../src-main/service-client/services/service-profile.ts';
import { createFakeNetwork } from '../../helpers/service/fake-network.ts';
import { buildJob, uploaded } from '../../helpers/job-records.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';
import { ORDERING } from './order-bench.ts';

const TASK = '00000000-0000-4000-8000-000000000001';
/** When the sender gives up, when the service goes on, and when it has carried out what lay in its sockets, ms. */
const [GIVES_UP, GOES_ON, HAS_CAUGHT_UP] = [60_000, 85_000, 86_000];

test('a service that stood still has from its first answer on to catch up: nothing is ordered twice', async () => {
  const clock = createVirtualClock();
  const system = virtualSystem(clock);
  const at = (moment: number): Promise<void> => clock.pause(Math.max(0, moment - clock.elapsed()));
  const { path } = OPERATIONS.image_to_model;
  let nonce: unknown = null;
  const network = createFakeNetwork(async (call) => {
    if (call.path === ENDPOINTS.getBalance.path) return { data: { balance: 100, frozen: 0 } };
    if (call.path === path) {
      nonce = (call.body as { client_ref: string }).client_ref;
      await at(GIVES_UP);
      return { status: 504, data: 'nobody answered' };
    }
    await at(GOES_ON);
    const isThere = clock.elapsed() >= HAS_CAUGHT_UP;
    const task = {
      task_id: TASK,
      type: 'image_to_model',
      status: 'queued',
      input: { client_ref: nonce },
    };
    return {
      data: call.path === ENDPOINTS.getUsage.path ? (isThere ? [task] : []) : { tasks: { [TASK]: task }, missed: [] },
    };
  });
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const client = createServiceClient(
    profileOf('http://127.0.0.1:1', { kind: 'local', resend: LOCAL_RESEND }),
    network,
    system,
  );
  const intents = createIntentStore(database, system);
  const tools = { ...ORDERING, system, client, intents, signal: new AbortController().signal };
  let bound: string | null = null;
  const ordered = createTask(uploaded(buildJob(), 'file_token'), 0, tools).then((id) => (bound = id));
  await clock.runUntil(() => bound !== null);
  await ordered;
  expect(bound).toBe(TASK);
  expect(network.calls.filter((call) => call.path === path)).toHaveLength(1);
});
