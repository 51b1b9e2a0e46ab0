import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { log } from '../../base/log/log.ts';

/** The webhook receiver as the settings want it: open, closed, or moved. */
export interface WebhookListener {
  /** Opens, moves or closes it; resolves when that is done. A port that is not to be had is logged, no more. */
  apply(webhook: Settings['webhook']): Promise<void>;
  /** The port it listens on; null: closed. */
  port(): number | null;
  /** Stops listening. */
  close(): Promise<void>;
}

/** A door that is closed; see the receiver for `heard`. */
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
    const { address, port, secretName } = webhook;
    const secret = (): Promise<string | null> => secrets.get(secretName);
    open = await startWebhookReceiver({ address, port, secret, now: Date.now, ...heard });
  };
  const apply = (webhook: Settings['webhook']): Promise<void> => {
    const next = JSON.stringify(webhook);
    if (next === wanted) return turning;
    wanted = next;
    turning = turning
      .then(() => turn(webhook))
      .catch((error: unknown) => log.error('webhooks', 'the door could not be opened', error));
    return turning;
  };

  return { apply, port: () => open?.port ?? null, close: () => apply(null) };
}
