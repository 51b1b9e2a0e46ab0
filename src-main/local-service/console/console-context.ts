import type { ApiKeys } from '../account/api-keys.ts';
import type { CreditAccount } from '../account/credit-account.ts';
import type { Generator } from '../generators/generator.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { ConsoleFeatures } from './console-features.ts';
import type { ConsoleAccess } from './sign-in/console-access.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** Services and settings the console API works with. */
export interface ConsoleContext extends ConsoleAccess, ConsoleFeatures {
  readonly keys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly tasks: TaskStore;
  readonly queue: Pick<TaskQueue, 'cancel'>;
  readonly account: CreditAccount;
  /** Generators of the user; absent: the workers of a studio have them. */
  readonly generators?: readonly Generator[];
  /** The configuration, shown unchanged. */
  readonly limits: Readonly<Record<string, unknown>>;
}
