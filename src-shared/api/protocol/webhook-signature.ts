/** Parts of a signature header (spec 6.3): its time in Unix seconds, and the digest as lowercase hex. */
export interface WebhookSignature {
  readonly t: number;
  readonly v1: string;
}

const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Returns the input of the HMAC-SHA256, whose key is the whole secret (6.4): the time, a dot, the raw body. */
export function webhookSignatureInput(t: number, rawBody: string): string {
  return `${t}.${rawBody}`;
}

/** Formats the value of the header. */
export function formatWebhookSignature({ t, v1 }: WebhookSignature): string {
  return `t=${t},v1=${v1}`;
}

/** Parses the value of the header; null if its format is not the documented one. */
export function parseWebhookSignature(header: string): WebhookSignature | null {
  const match = HEADER.exec(header);
  return match ? { t: Number(match[1]), v1: match[2] ?? '' } : null;
}
