import type { PostgresApiKeys } from '../account/postgres-api-keys.ts';
import type { StudioUsage, UsageQuery } from '../account/postgres-usage.ts';
import type { ConsoleAccess } from './sign-in/console-access.ts';
import type { StudioWorkerState } from '../studio/postgres-workers.ts';
import type { CategoryState } from '../tasks/studio/postgres-queue-state.ts';
import type { TaskRetries } from '../tasks/studio/postgres-task-retries.ts';

/** What a service can show in its console besides the account; an absent part is neither served nor shown. */
export interface ConsoleFeatures {
  /** Keys with names, scopes and budgets. */
  readonly studioKeys?: Pick<PostgresApiKeys, 'list' | 'add' | 'setBudgets'>;
  readonly usage?: (query: UsageQuery) => Promise<readonly StudioUsage[]>;
  readonly workers?: () => Promise<readonly StudioWorkerState[]>;
  readonly queueState?: () => Promise<readonly CategoryState[]>;
  readonly retries?: TaskRetries;
}

const NAMES = ['studioKeys', 'usage', 'workers', 'queueState', 'retries', 'sessions'] as const;

/** The names of the parts that a service has. */
export function listFeatures(features: ConsoleFeatures & Pick<ConsoleAccess, 'sessions'>): readonly string[] {
  return NAMES.filter((name) => features[name] !== undefined);
}
