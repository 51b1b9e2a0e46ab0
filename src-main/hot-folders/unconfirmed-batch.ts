import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { HoldReason } from '../pipeline/job-record.ts';
import { assertTotalConfirmed } from '../queue/spending/assert-total-confirmed.ts';
import type { PlanAtService } from '../queue/spending/plan-by-service.ts';
import { planUnconfirmed } from '../queue/spending/plan-unconfirmed.ts';
import type { Queue } from '../queue/queue.ts';
import type { Clock } from '../base/clock.ts';

/** A confirmation request to the user. */
export interface ConfirmationRequest {
  readonly plan: SpendingPlan;
  /** More files arrived at once than expected. */
  readonly isMany: boolean;
  /** Some may have been ordered before. */
  readonly isAgain: boolean;
}

/** Changes with spending, because that may change the plan of the same jobs. */
const FRESH_MS = 5_000;

/** The jobs of a hot folder that wait for confirmation; the queue keeps them across restarts. */
export interface UnconfirmedBatch {
  /** Their cost; null: none waits. Cached. */
  question(): ConfirmationRequest | null;
  /** Confirms all of them, up to a total. Throws `needs_yes`, without confirming any, if they cost more by now. */
  confirm(agreed: Credits | null): void;
}

interface Deps {
  readonly queue: Pick<Queue, 'unconfirmed' | 'confirm'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly plan: PlanAtService;
}

/** Creates the batch of a folder. */
export function createUnconfirmedBatch(folderId: string, { queue, clock, plan }: Deps): UnconfirmedBatch {
  let known: { readonly revision: number; readonly at: number; readonly question: ConfirmationRequest | null } | null =
    null;

  const ask = (): ConfirmationRequest | null => {
    const jobs = queue.unconfirmed.of(folderId);
    if (jobs.length === 0) return null;
    const isFor = (reason: HoldReason): boolean => jobs.some(({ unconfirmed }) => unconfirmed === reason);
    return { plan: planUnconfirmed(jobs, plan), isMany: isFor('many'), isAgain: isFor('again') };
  };
  return {
    question: () => {
      const revision = queue.unconfirmed.revision(folderId);
      const now = clock.elapsed();
      if (known?.revision !== revision || now - known.at > FRESH_MS) known = { revision, at: now, question: ask() };
      return known.question;
    },
    confirm: (agreed) => {
      const question = ask();
      if (!question) return;
      assertTotalConfirmed(question.plan, agreed);
      queue.confirm(queue.unconfirmed.of(folderId).map(({ id }) => id));
    },
  };
}
