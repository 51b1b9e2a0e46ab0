import { createHash } from 'node:crypto';
import type { Deployment } from '../../../src-shared/api/models/generation-models.ts';

/** A service as the client needs it: where, with which key, and how carefully. */
export interface ServiceProfile {
  /** Stays the same for one service and key, whatever port it listens on; a job belongs to exactly one. */
  readonly id: string;
  readonly kind: 'local' | 'cloud';
  /** `scheme://host[:port][/prefix]` without `/v3` and without trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly deployment: Deployment;
  /** Whether tasks cost nothing here. */
  readonly free: boolean;
  /** Pause between two looks at running tasks, milliseconds. */
  readonly pollMs: number;
  /** What may happen to a creation whose answer was lost and that no search finds. */
  readonly resend: ResendPolicy;
}

/**
 * `strict`: never sent again without a person, so that nothing is ever bought twice. `auto`: sent again after searching
 * in vain for `settleMs`, counted from the first answer to a search. It buys nothing twice only where the service echoes
 * `client_ref`, and carries a creation out within `settleMs` of that answer or never: one that a proxy delivers later
 * becomes a second task, which is then reported and brought home.
 */
export type ResendPolicy =
  { readonly mode: 'strict'; readonly settleMs: number } | { readonly mode: 'auto'; readonly settleMs: number };

/**
 * How a lost answer is settled on this computer. The bytes of a creation lie in the service's socket or are lost, however
 * long it stands still or the computer sleeps; a service that answers has read what lay there before, and has it on the
 * disk some milliseconds later.
 */
export const LOCAL_RESEND: ResendPolicy = { mode: 'auto', settleMs: 2_000 };

/** How a lost answer is settled in a cloud region: search for three minutes, then ask the person. */
export const CLOUD_RESEND: ResendPolicy = { mode: 'strict', settleMs: 180_000 };

/** Identity of a cloud service and key: no two regions or keys share one. Only a hash of the key is kept. */
export function cloudServiceId(baseUrl: string, apiKey: string): string {
  return `cloud:${createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 16)}`;
}

/** Identity of the local service: its key belongs to one data folder. */
export function localServiceId(apiKey: string): string {
  return `local:${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;
}
