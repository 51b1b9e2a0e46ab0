import { addCredits, ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { orderKey, type Ledger } from './ledger.ts';

/**
 * Jobs that have ordered a step and need credits for later ones. A model without its formats is paid for, but not what
 * was wanted: these jobs are finished before the balance is spent on others.
 */
export interface BegunJobs {
  has(jobId: string): boolean;
  /** The job orders a step at a service. */
  add(jobId: string, serviceId: string): void;
  /** The other jobs of a service that have begun and are not over, and the credits their later steps need. */
  others(jobId: string, serviceId: string): { readonly count: number; readonly need: Credits };
  /** Credits that all steps of a job without a task need; unknown prices count as nothing. */
  needOf(jobId: string): Credits;
}

interface Deps {
  readonly ledger: Pick<Ledger, 'holds'>;
  /** Indexes of the steps without a task, of a job that continues automatically; null: it does not. */
  listUnordered(jobId: string): readonly number[] | null;
  priceOf(jobId: string, step: number): Credits | null;
}

/** No job has begun. */
export function createBegunJobs({ ledger, listUnordered, priceOf }: Deps): BegunJobs {
  /** Services by the ids of jobs. */
  const begun = new Map<string, string>();

  const sumOf = (jobId: string, steps: readonly number[]): Credits =>
    addCredits(
      ...steps
        .filter((step) => !ledger.holds(orderKey(jobId, step)))
        .map((step) => priceOf(jobId, step) ?? ZERO_CREDITS),
    );

  return {
    has: (jobId) => begun.has(jobId),
    add: (jobId, serviceId) => void begun.set(jobId, serviceId),
    others: (jobId, serviceId) => {
      let count = 0;
      let need = ZERO_CREDITS;
      for (const [id, service] of begun) {
        const steps = listUnordered(id);
        if (!steps) begun.delete(id);
        else if (id !== jobId && service === serviceId) {
          count += 1;
          need = addCredits(need, sumOf(id, steps));
        }
      }
      return { count, need };
    },
    needOf: (jobId) => sumOf(jobId, listUnordered(jobId) ?? []),
  };
}
