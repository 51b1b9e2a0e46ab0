import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Spending } from '../../../src-shared/settings/settings.ts';
import type { System } from '../../base/system.ts';
import type { Budget } from '../../pipeline/budget.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { belongsTo, type Payer } from '../../pipeline/job-record.ts';
import { toTaskEnd } from '../../pipeline/steps/read-charge.ts';
import { createSpendingControl } from '../../queue/spending/spending-control.ts';
import type { QueueStore } from '../../queue/store/queue-store.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { ServiceProfile } from '../../service-client/services/service-profile.ts';

/** The spending of one request of the command line: planned, limited, reserved and recorded as that of a job. */
export interface Purchase {
  /** Stands for the job in the ledger. */
  readonly payer: Payer;
  readonly intents: IntentStore;
  /** Throws `over_cap`, or `balance_low` below the minimum balance. */
  readonly budget: Budget;
  /** Records the charges of earlier requests that were interrupted, so that they are no longer held for the day. */
  settleInterrupted(client: Pick<ServiceClient, 'profile' | 'listTasks'>): Promise<void>;
  /** The cost, with the balance of the service. */
  plan(client: Pick<ServiceClient, 'getBalance'>): Promise<SpendingPlan>;
  /** Nothing resumes a call, so an order that was not sent is over. */
  abandonUnsent(): void;
  /** Records what the task charged, if that is known. */
  end(task: TaskResponse): void;
}

interface Deps {
  readonly store: QueueStore;
  readonly limits: () => Spending;
  readonly system: System;
}

/** The name under which requests of the command line appear in the history. */
const CALL = 'call';
const ID_PREFIX = `${CALL}-`;

/** Creates the purchase of one operation at the service of a profile. */
export function createPurchase(
  { operation, body }: { readonly operation: OperationName; readonly body: AnyValues },
  profile: ServiceProfile,
  { store, limits, system }: Deps,
): Purchase {
  const payer: Payer = {
    ...belongsTo(profile),
    id: ID_PREFIX + system.random.uuid(),
    name: operation,
    recipe: CALL,
    free: profile.free,
    steps: [{ operation, params: body }],
  };
  const spending = createSpendingControl({
    store,
    clock: system.clock,
    spending: limits,
    find: (id) => (id === payer.id ? payer : undefined),
    // Nothing else runs here that would have to pause.
    pause: ({ code, detail, subject }) => {
      throw new AppError(code, detail, { subject });
    },
  });
  const standing = () => spending.intents.findStanding(payer.id, 0);
  return {
    payer,
    intents: spending.intents,
    budget: spending.budget,
    settleInterrupted: (client) => spending.settleLost(client, (id) => id.startsWith(ID_PREFIX)),
    plan: async (client) => {
      const { balance, frozen } = profile.free ? { balance: null, frozen: null } : await client.getBalance();
      const jobs = [{ recipe: CALL, steps: payer.steps, count: 1 }];
      return spending.plan({ free: profile.free, jobs, origin: null, balance, held: frozen }, payer);
    },
    abandonUnsent: () => {
      const intent = standing();
      if (intent?.state === 'prepared') spending.intents.mark(intent.id, 'abandoned');
    },
    end: (task) => {
      const end = toTaskEnd(task, profile.free);
      if (end) spending.budget.end(payer, 0, end);
    },
  };
}
