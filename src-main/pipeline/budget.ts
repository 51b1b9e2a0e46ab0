import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import type { AppError } from '../../src-shared/base/errors.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Intent } from './intent.ts';
import type { Payer } from './job-record.ts';

/** How a task changed the credits reserved for it; `charged` null: the service did not report it. */
export interface TaskEnd {
  readonly kind: 'success' | 'failed';
  readonly charged: Credits | null;
}

/**
 * Checks spending before an order. Free services are neither checked nor recorded. Throws an AppError `over_cap`
 * when a step would exceed a cap, and `PausedRun` when all jobs of a service have to wait for credits.
 */
export interface Budget {
  /** Checks the caps before a step does any work; reserves nothing. */
  enforceCaps(record: Payer, step: number, client: Pick<ServiceClient, 'profile'>): void;
  /**
   * Reserves the price of a step. Check and reservation are one operation, so that two steps never share the remainder of
   * a cap.
   */
  reserve(record: Payer, step: number, client: Pick<ServiceClient, 'profile' | 'getBalance'>): Promise<void>;
  /** The order was not sent after all. */
  release(record: Payer, step: number): void;
  /** Reserves the price of an unconfirmed order that may be sent again; false: a cap or the balance does not allow it. */
  affords(intent: Intent, client: Pick<ServiceClient, 'profile' | 'getBalance'>): Promise<boolean>;
  /** True if credits are reserved for an order. Nothing else may be sent to a service that costs credits. */
  isReserved(intent: Intent): boolean;
  /** The service of a job reports insufficient credits: all jobs of that service pause. Throws `PausedRun`. */
  pauseForCredits(error: AppError, record: Payer): never;
  /** A task ended. */
  end(record: Payer, step: number, end: TaskEnd): void;
  /** The task of an order ended that no job waits for. */
  endLost(intent: Intent, end: TaskEnd): void;
}
