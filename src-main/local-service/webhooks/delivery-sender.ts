import { request } from 'undici';
import { WEBHOOK_HEADERS } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import { toEventBody, type EventSources } from './event-body.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import { signDelivery } from './sign-delivery.ts';

/** Sends deliveries until each one succeeds or fails permanently. */
export interface DeliverySender {
  /** Sends due deliveries; call it whenever one may have become due. */
  wake(): void;
  /** Cancels running deliveries and waits for them; they are sent again at the next start, under the same id. */
  close(): Promise<void>;
}

/** Dependencies of a sender; the times can be changed for tests, which cannot wait a day. */
export interface DeliverySenderOptions {
  readonly deliveries: DeliveryStore;
  readonly sources: EventSources;
  /** Epoch ms. */
  readonly now: () => number;
  readonly retryGapsMs?: readonly number[];
  readonly timeoutMs?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays between attempts: the first retry is soon, the last about a day after the event. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  16 * HOUR,
] as const;

/** Receivers respond within about 5 seconds (spec 6.5). */
const TIMEOUT_MS = 5 * SECOND;

/** Concurrent deliveries per endpoint; a slow endpoint does not delay others. */
const AT_ONCE = 8;

/** Maximum delay of a timer. */
const LONGEST_SLEEP_MS = 12 * HOUR;

/** Creates a sender; call `wake` once the service is ready. */
export function createDeliverySender(parts: DeliverySenderOptions): DeliverySender {
  const { deliveries, sources, now, retryGapsMs = RETRY_DELAYS_MS, timeoutMs = TIMEOUT_MS } = parts;
  const dispatcher = createGuardedDispatcher();
  const closing = new AbortController();
  const onTheWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  let look: Promise<void> | null = null;

  /** Looks for due deliveries, one look at a time; a call during a look is followed by another. */
  function wake(): void {
    isWanted = true;
    look ??= sendDue().finally(() => (look = null));
  }

  async function sendDue(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      clearTimeout(timer);
      // One time for both queries: a delivery that becomes due between two times would be missed by both.
      const at = now();
      // Running deliveries are still due, and the longest: they count towards the endpoint's limit.
      for (const delivery of await deliveries.due(at, AT_ONCE)) {
        if (!onTheWay.has(delivery.id)) onTheWay.set(delivery.id, attempt(delivery));
      }
      // Due deliveries that wait for others are sent when one of those ends.
      const next = await deliveries.nextLook(at, AT_ONCE);
      if (next !== null) timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, next - at)).unref();
    }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const status = await send(delivery).catch((error: unknown) => nameOf(error));
    if (closing.signal.aborted) return;
    const delivered = typeof status === 'number' && status >= 200 && status < 300;
    const gap = retryGapsMs[delivery.attempts];
    await deliveries.record(delivery.id, {
      delivered,
      outcome: String(status),
      retryAt: gap === undefined ? null : now() + gap,
    });
    onTheWay.delete(delivery.id);
    wake();
  }

  /** One attempt; a redirect is a response like any other and is not followed. */
  async function send({ id, event, webhook }: Delivery): Promise<number> {
    const body = JSON.stringify(await toEventBody(event, sources));
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await request(webhook.url, {
      method: 'POST',
      dispatcher: dispatcher.of(webhook.url),
      signal,
      body,
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_HEADERS.webhook]: webhook.id,
        [WEBHOOK_HEADERS.delivery]: id,
        [WEBHOOK_HEADERS.event]: event.type,
        [WEBHOOK_HEADERS.signature]: signDelivery(webhook.secret, body, now()),
      },
    });
    // Only the status of the response matters; its body is ignored.
    answer.body.on('error', () => undefined).destroy();
    return answer.statusCode;
  }

  return {
    wake,
    async close() {
      closing.abort();
      await look;
      clearTimeout(timer);
      await Promise.all(onTheWay.values());
      await dispatcher.close();
    },
  };
}

/** A short reason for the console; without the URL and its response. */
function nameOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' ? 'timeout' : (code ?? name);
}
