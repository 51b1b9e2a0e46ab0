import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { log } from '../../base/log/log.ts';

/** Runs the webhook receiver as the settings say. */
export interface WebhookListener {
  /** Starts, moves or stops it; resolves when that is done. An unavailable port is only logged. */
  apply(webhook: Settings['webhook']): Promise<void>;
  /** The port it listens on; null if it is stopped. */
  port(): number | null;
  /** Stops listening. */
  close(): Promise<void>;
}

/** Creates a stopped listener; `heard` is described at the receiver. */
export function createWebhookListener(
  secrets: SecretStore,
  heard: Pick<Parameters<typeof startWebhookReceiver>[0], 'markSeen' | 'onTask'>,
): WebhookListener {
  let open: WebhookReceiver | null = null;
  let wanted = 'null';
  let turning = Promise.resolve();

  const turn = async (webhook: Settings['webhook']): Promise<void> => {
    await open?.close();
    open = null;
    if (!webhook) return;
    const { address, port, headerPrefix, secretName } = webhook;
    const secret = (): Promise<string | null> => secrets.get(secretName);
    open = await startWebhookReceiver({ address, port, headerPrefix, secret, now: Date.now, ...heard });
  };
  const apply = (webhook: Settings['webhook']): Promise<void> => {
    const next = JSON.stringify(webhook);
    if (next === wanted) return turning;
    wanted = next;
    turning = turning
      .then(() => turn(webhook))
      .catch((error: unknown) => log.error('webhooks', 'the listener did not start', error));
    return turning;
  };

  return { apply, port: () => open?.port ?? null, close: () => apply(null) };
}
