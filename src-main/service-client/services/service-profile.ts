import { createHash } from 'node:crypto';
import type { Deployment } from '../../../src-shared/api/models/generation-models.ts';

/** A service as the client needs it: address, key and retry policy. */
export interface ServiceProfile {
  /** Identity of the service and key, independent of the port. A job belongs to exactly one. */
  readonly id: string;
  readonly kind: 'local' | 'cloud';
  /** `scheme://host[:port][/prefix]` without `/v3` and without trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Origin of the object storage to which the service sends its clients, if that is in the local network. */
  readonly storageOrigin?: string;
  /** Certificates, as PEM, that are trusted for the service and its storage beside those of the system. */
  readonly authorities?: string;
  readonly deployment: Deployment;
  /** True if tasks are free. */
  readonly free: boolean;
  /** Interval between two queries of running tasks, in milliseconds. */
  readonly pollMs: number;
  /** Policy for a creation whose response was lost and whose task no search finds. */
  readonly resend: ResendPolicy;
}

/**
 * `strict`: never sent again without the user, so that nothing is paid twice. `auto`: sent again when the task was not
 * found for `settleMs` after the first answer to a search. This pays nothing twice only if the service echoes
 * `client_ref` and executes a creation within `settleMs` of that answer or never. A creation that a proxy delivers
 * later becomes a second task, which is reported and downloaded.
 */
export type ResendPolicy =
  { readonly mode: 'strict'; readonly settleMs: number } | { readonly mode: 'auto'; readonly settleMs: number };

/**
 * Policy for lost responses of the local service. The bytes of a creation are in the socket of the service or lost,
 * however long it hangs or the computer sleeps. A service that answers has read everything before, and stores it some
 * milliseconds later.
 */
export const LOCAL_RESEND: ResendPolicy = { mode: 'auto', settleMs: 2_000 };

/** Policy for lost responses of a cloud region: search for three minutes, then ask the user. */
export const CLOUD_RESEND: ResendPolicy = { mode: 'strict', settleMs: 180_000 };

/** Identity of a cloud service and key, unique for each region and key. Contains only a hash of the key. */
export function cloudServiceId(baseUrl: string, apiKey: string): string {
  return `cloud:${createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 16)}`;
}

/** Identity of the local service: its key belongs to one data folder. */
export function localServiceId(apiKey: string): string {
  return `local:${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;
}
