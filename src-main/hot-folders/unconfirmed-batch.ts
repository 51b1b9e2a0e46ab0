import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { HoldReason } from '../pipeline/job-record.ts';
import { assertTotalConfirmed } from '../queue/spending/assert-total-confirmed.ts';
import { planUnconfirmed, type ConfirmationPlanOptions } from '../queue/spending/plan-unconfirmed.ts';
import type { Queue } from '../queue/queue.ts';
import type { Clock } from '../base/clock.ts';

/** What a person is asked. */
export interface ConfirmationRequest {
  readonly plan: SpendingPlan;
  /** More came at once than was expected. */
  readonly isMany: boolean;
  /** Some may have been ordered before. */
  readonly isAgain: boolean;
}

/** What was spent meanwhile may make another plan of the same jobs. */
const FRESH_MS = 5_000;

/** The jobs of a hot folder that wait for confirmation; the queue keeps them across restarts. */
export interface UnconfirmedBatch {
  /** What they would cost; null: none waits. Cheap to ask again. */
  question(): ConfirmationRequest | null;
  /** Lets all of them begin, up to a total. Throws `needs_yes`, and lets none begin, when they cost more by now. */
  confirm(agreed: Credits | null): void;
}

interface Deps {
  readonly queue: Pick<Queue, 'unconfirmed' | 'confirm'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly plan: ConfirmationPlanOptions;
}

/** The batch of a folder. */
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
