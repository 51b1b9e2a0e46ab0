import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import type { AppError } from '../../src-shared/base/errors.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Intent } from './intent.ts';
import type { JobRecord } from './job-record.ts';

/** What a task did to the money that was set apart for it; `charged` null: the service did not say. */
export type TaskEnd = { readonly kind: 'success'; readonly charged: Credits | null } | { readonly kind: 'failed' };

/**
 * Guards the one place where money leaves. Nothing is asked of it, and nothing written, where the service is free. It
 * throws an AppError `over_cap` where a step would break a cap, and `Paused` where all jobs of a service have to wait for money.
 */
export interface Budget {
  /** Looks at the caps before a step takes up anybody's time; sets nothing apart. */
  enforceCaps(record: JobRecord, step: number, client: Pick<ServiceClient, 'profile'>): void;
  /**
   * Sets the price of a step apart. The check and the setting apart are one, so that two steps never share what is left of
   * a cap.
   */
  reserve(record: JobRecord, step: number, client: Pick<ServiceClient, 'profile' | 'getBalance'>): Promise<void>;
  /** Nothing was ordered after all. */
  release(record: JobRecord, step: number): void;
  /** Whether an order in doubt may go out once more. */
  affords(intent: Intent): boolean;
  /** The service of a job says that credits are short: all jobs of that service pause. Throws `Paused`. */
  pauseForCredits(error: AppError, record: JobRecord): never;
  /** A task ended. */
  end(record: JobRecord, step: number, end: TaskEnd): void;
}
