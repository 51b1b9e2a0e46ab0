import { request } from 'undici';
import { WEBHOOK_HEADERS } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import { toEventBody, type EventSources } from './event-body.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import { signDelivery } from './sign-delivery.ts';

/** Sends deliveries until each one succeeds or fails permanently. */
export interface DeliverySender {
  /** Looks for what is due; call it whenever something may have become so. */
  wake(): void;
  /** Ends what is on its way and waits for it; that comes again at the next start, under the same id. */
  close(): Promise<void>;
}

/** What a deliverer works with; the times are for tests, which cannot wait a day. */
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

/** Pauses between attempts: the first retry comes soon, the last about a day after the event. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  16 * HOUR,
] as const;

/** A receiver answers within about 5 seconds (spec 6.5). */
const TIMEOUT_MS = 5 * SECOND;

/** Concurrent deliveries per endpoint; a slow endpoint does not delay others. */
const AT_ONCE = 8;

/** Longest sleep a timer can count. */
const LONGEST_SLEEP_MS = 12 * HOUR;

/** A deliverer; call `wake` once the service answers. */
export function createDeliverySender(parts: DeliverySenderOptions): DeliverySender {
  const { deliveries, sources, now, retryGapsMs = RETRY_DELAYS_MS, timeoutMs = TIMEOUT_MS } = parts;
  const dispatcher = createGuardedDispatcher();
  const closing = new AbortController();
  const onTheWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (closing.signal.aborted) return;
    clearTimeout(timer);
    // One moment for both questions: what becomes due between two would be asked for by neither.
    const at = now();
    // What is on its way is still due, and the longest: it takes its share of the endpoint's number.
    for (const delivery of deliveries.due(at, AT_ONCE)) {
      if (!onTheWay.has(delivery.id)) onTheWay.set(delivery.id, attempt(delivery));
    }
    // What is due and has to wait for others comes when one of those ends.
    const next = deliveries.nextDueAfter(at);
    if (next !== null) timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, next - at)).unref();
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const status = await send(delivery).catch((error: unknown) => nameOf(error));
    onTheWay.delete(delivery.id);
    if (closing.signal.aborted) return;
    const delivered = typeof status === 'number' && status >= 200 && status < 300;
    const gap = retryGapsMs[delivery.attempts];
    deliveries.record(delivery.id, {
      delivered,
      outcome: String(status),
      retryAt: gap === undefined ? null : now() + gap,
    });
    wake();
  }

  /** One attempt; a redirect is an answer like any other and is not followed. */
  async function send({ id, event, webhook }: Delivery): Promise<number> {
    const body = JSON.stringify(toEventBody(event, sources));
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
      clearTimeout(timer);
      await Promise.all(onTheWay.values());
      await dispatcher.close();
    },
  };
}

/** A failed attempt in a word for the console; the URL and its answer stay out of it. */
function nameOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' ? 'timeout' : (code ?? name);
}
