/** The parts of a signature header (spec 6.3): when it was made, in Unix seconds, and the digest as lowercase hex. */
export interface WebhookSignature {
  readonly t: number;
  readonly v1: string;
}

const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The text an HMAC-SHA256 keyed with the whole secret is made over (6.4): the time, a dot, the raw body. */
export function webhookSignatureInput(t: number, rawBody: string): string {
  return `${t}.${rawBody}`;
}

/** The header's value. */
export function formatWebhookSignature({ t, v1 }: WebhookSignature): string {
  return `t=${t},v1=${v1}`;
}

/** Splits a header's value; null when it is not of the documented form. */
export function parseWebhookSignature(header: string): WebhookSignature | null {
  const match = HEADER.exec(header);
  return match ? { t: Number(match[1]), v1: match[2] ?? '' } : null;
}
