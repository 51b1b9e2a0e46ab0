import type { ApiKeys } from '../account/api-keys.ts';
import type { CreditAccount } from '../account/credit-account.ts';
import type { Ledger } from '../account/ledger.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** Services and settings the console API works with. */
export interface ConsoleContext {
  /** The token that every call of the console needs. */
  readonly token: string;
  readonly keys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly tasks: TaskStore;
  readonly ledger: Ledger;
  readonly book: CreditAccount;
  /** Cancels a task; false when it has already ended or does not exist. */
  readonly cancel: (taskId: string) => boolean;
  /** The configuration, shown unchanged. */
  readonly limits: Readonly<Record<string, unknown>>;
}
