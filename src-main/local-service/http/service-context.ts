import type { RuleContext } from '../../../src-shared/api/operation.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { CreditAccount } from '../account/credit-account.ts';
import type { Generator } from '../generators/generator.ts';
import type { EstimateMask } from '../generators/mask-estimator.ts';
import type { RetirementLog } from '../tasks/retirement-log.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { FindKey } from './checks/authenticate.ts';
import type { RateLimiter, RateLimits } from './checks/rate-limiter.ts';

/** Dependencies of the endpoints. */
export interface ServiceContext extends Omit<FileStorage, 'close'> {
  readonly findKey: FindKey;
  /** Requests per minute by endpoint class, for each key. */
  readonly rateLimits: RateLimits;
  readonly countRequest: RateLimiter;
  /** Lifetime of signed URLs. */
  readonly lifetimes: { readonly presignSeconds: number; readonly outputUrlSeconds: number };
  /** True if tasks are free, whatever the price list says. */
  readonly free: boolean;
  /** Permissions of this deployment and account. */
  readonly rules: Pick<RuleContext, 'deployment' | 'entitlements'>;
  readonly tasks: TaskStore;
  readonly queue: TaskQueue;
  readonly account: Pick<CreditAccount, 'balance'>;
  /** Those of this process: none in a studio, whose workers have them. */
  readonly generators: readonly Generator[];
  /** Null: no network or generator finds masks in this process, as in a studio. */
  readonly estimateMask: EstimateMask | null;
  readonly retirements: RetirementLog;
  /** Epoch ms. */
  readonly now: () => number;
  /** Base URL for clients; known once the server listens. */
  readonly baseUrl: () => string;
  readonly console: ConsoleContext;
}
