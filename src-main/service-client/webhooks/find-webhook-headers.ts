import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a delivery that the receiver needs (spec 6.3). */
export interface WebhookHeaders {
  /** Value of the signature header, unparsed. */
  readonly signature: string;
  /** Id of the delivery. */
  readonly delivery: string;
}

/**
 * The signature and delivery id of a request. Their names begin with the name of the service, which the interface
 * leaves open, so every prefix is accepted as long as exactly one has both headers; `prefix`: only this one, in
 * lowercase. Null if there is no such pair, or more than one.
 */
export function findWebhookHeaders(headers: IncomingHttpHeaders, prefix: string | null): WebhookHeaders | null {
  const pairs = Object.keys(headers).flatMap((name): WebhookHeaders[] => {
    const own = /^(.+)-webhook-signature$/.exec(name)?.[1];
    if (own === undefined || (prefix !== null && own !== prefix)) return [];
    const [signature, delivery] = [headers[name], headers[`${own}-webhook-delivery`]];
    return typeof signature === 'string' && typeof delivery === 'string' ? [{ signature, delivery }] : [];
  });
  return pairs.length === 1 ? (pairs[0] as WebhookHeaders) : null;
}
