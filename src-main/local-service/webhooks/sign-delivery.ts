import { createHmac } from 'node:crypto';
import { formatWebhookSignature, webhookSignatureInput } from '../../../src-shared/api/protocol/webhook-signature.ts';

/**
 * The value of `Service-Webhook-Signature` for a body (spec 6.4): HMAC-SHA256 keyed with the whole secret, its `whsec_`
 * included. `now` is epoch ms.
 */
export function signDelivery(secret: string, rawBody: string, now: number): string {
  const t = Math.floor(now / 1000);
  return formatWebhookSignature({
    t,
    v1: createHmac('sha256', secret).update(webhookSignatureInput(t, rawBody)).digest('hex'),
  });
}
