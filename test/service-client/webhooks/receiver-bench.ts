import { request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { signDelivery } from '../../../src-main/local-service/webhooks/sign-delivery.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { startWebhookReceiver } from '../../../src-main/service-client/webhooks/webhook-receiver.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import type { Mutation } from '../../simulation/mutation.ts';

/** With which every event is signed. */
export const SECRET = 'whsec_a-secret-of-the-test-and-nothing-else';
/** The task of every event. */
export const TASK = '4f1b8f7e-65a7-4c7c-9a55-0c4d0a4c7f10';
/** The time of the receiver, epoch ms. */
export const NOW = 1_800_000_000_000;
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** An event of the task, with its output. */
export const event = (id = TASK, type = 'image_to_model', output: object = {}): string =>
  JSON.stringify({
    id: `${id}.task.completed`,
    type: 'task.completed',
    created_at: '2027-01-15T08:00:00Z',
    data: { task_id: id, type, status: 'success', output },
  });

interface ReceiverBenchOptions {
  readonly secret?: string | null;
  readonly headerPrefix?: string | null;
  /** The home where deliveries are recorded. */
  readonly home?: string;
  readonly mutation?: Pick<Mutation, 'store'>;
  /** Called with each task that is reported. */
  readonly onTask?: (id: string) => void;
}

/** A receiver, the tasks that it reported, and a service that posts to it. */
export async function open(options: ReceiverBenchOptions = {}) {
  const { secret = SECRET, headerPrefix = null, home = makeTempFolder(), mutation = {}, onTask } = options;
  const opened = openQueueStore(home);
  onTestFinished(opened.close);
  const store = mutation.store?.(opened) ?? opened;
  const heard: string[] = [];
  const receiver = await startWebhookReceiver({
    address: '127.0.0.1',
    port: 0,
    headerPrefix,
    secret: async () => secret,
    now: () => NOW,
    markSeen: store.deliveries.markSeen,
    onTask: (id) => {
      heard.push(id);
      onTask?.(id);
    },
  });
  const close = async (): Promise<void> => {
    await receiver.close();
    opened.close();
  };
  onTestFinished(close);
  const post = async (
    body: string,
    {
      delivery = 'd1',
      signature = signDelivery(SECRET, body, NOW),
      method = 'POST',
      names = ['service'],
      headers = NO_HEADERS,
    } = {},
  ): Promise<number | undefined> => {
    const sent = request({ host: '127.0.0.1', port: receiver.port, path: '/hook', method });
    for (const name of names) {
      sent.setHeader(`${name}-Webhook-Delivery`, delivery);
      sent.setHeader(`${name}-Webhook-Signature`, signature);
    }
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.on('error', reject);
    });
    sent.end(body);
    return answered;
  };
  return { heard, post, receiver, close };
}

/** A delivery that is repeated after a restart is answered and not reported again; another one is reported. */
export async function checkRepeatedDelivery(mutation: Pick<Mutation, 'store'> = {}): Promise<void> {
  const home = makeTempFolder();
  const before = await open({ home, mutation });
  expect([await before.post(event()), await before.post(event()), before.heard]).toEqual([200, 200, [TASK]]);
  await before.close();
  const after = await open({ home, mutation });
  expect([await after.post(event()), after.heard], 'a delivery that is repeated after a restart').toEqual([200, []]);
  expect([await after.post(event(), { delivery: 'd2' }), after.heard]).toEqual([200, [TASK]]);
}
