import { request } from 'node:http';
import { webhookEvent } from '../../../src-shared/api/protocol/webhook-event.ts';
import { signDelivery } from '../../../src-main/local-service/webhooks/sign-delivery.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../src-main/service-client/webhooks/webhook-receiver.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { orRarely } from '../hostile-values.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

/** A delivery to the webhook receiver; `signature`: null signs the body correctly. */
interface Delivery {
  readonly signature: string | null;
  readonly prefix: string;
  readonly body: string;
}

const SECRET = 'whsec_a-secret-of-the-test-and-nothing-else';
const NOW = 1_800_000_000_000;
/** The statuses of the receiver; 0: it closed the connection of a body that is too long. */
const STATUSES = [200, 400, 401, 405, 413, 0];
const SIGNATURES = ['', 't=1', 't=1,v1=0', `t=${'9'.repeat(12)},v1=${'0'.repeat(64)}`, 't=-1,v1=', 'v1=a,t=1'];

/** Deliveries of a service, to the real receiver. */
export const webhooks: JsonTarget = { kind: 'json', name: 'webhooks', generate, run };

function generate(prng: Prng): string {
  const event = valueOfSchema(prng, webhookEvent);
  const body = toJsonText(prng, prng.chance(0.7) ? corruptJson(prng, event) : event);
  const delivery: Delivery = {
    signature: orRarely(prng, null, () => prng.pick(SIGNATURES)),
    prefix: orRarely(prng, 'service', () => prng.pick(['x-y', 'a'.repeat(3_000), '__proto__'])),
    body,
  };
  return JSON.stringify(delivery);
}

let receiver: Promise<WebhookReceiver> | null = null;

async function run(input: FuzzInput): Promise<boolean> {
  receiver ??= startWebhookReceiver({
    address: '127.0.0.1',
    port: 0,
    headerPrefix: null,
    secret: () => Promise.resolve(SECRET),
    now: () => NOW,
    markSeen: () => true,
    onTask: () => undefined,
  });
  const { port } = await receiver;
  const status = await send(port, JSON.parse(String(input)) as Delivery);
  if (!STATUSES.includes(status)) throw new Error(`The receiver answered ${status}.`);
  return status === 200;
}

function send(port: number, { signature, prefix, body }: Delivery): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      [`${prefix}-webhook-delivery`]: 'd1',
      [`${prefix}-webhook-signature`]: signature ?? signDelivery(SECRET, body, NOW),
    };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/hook', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(0);
      else reject(error);
    });
    sent.end(body);
  });
}
