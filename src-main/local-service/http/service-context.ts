import type { RateClass } from '../../../src-shared/api/limits.ts';
import type { RuleContext } from '../../../src-shared/api/operation.ts';
import type { ConsoleParts } from '../console/console-api.ts';
import type { FileStore } from '../files/upload-store.ts';
import type { OutputStore } from '../files/output-store.ts';
import type { Signer } from '../files/url-signer.ts';
import type { Ledger } from '../account/ledger.ts';
import type { RetirementLog } from '../tasks/retirement-log.ts';
import type { Runner } from '../tasks/task-runner.ts';
import type { Lifecycle } from '../tasks/task-lifecycle.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { KeyCheck } from './checks/authenticate.ts';

/** What the endpoints work with. */
export interface ServiceParts {
  readonly isValidKey: KeyCheck;
  /** Requests a minute by endpoint class, for each key. */
  readonly rateLimits: Readonly<Record<RateClass, number>>;
  /** How long signed URLs are good. */
  readonly lifetimes: { readonly presignSeconds: number; readonly outputUrlSeconds: number };
  /** Whether tasks cost nothing, whatever the price list says. */
  readonly free: boolean;
  /** What this deployment and account allow. */
  readonly rules: Pick<RuleContext, 'deployment' | 'entitlements'>;
  readonly tasks: TaskStore;
  readonly lifecycle: Lifecycle;
  readonly ledger: Ledger;
  readonly files: FileStore;
  readonly outputs: OutputStore;
  readonly signer: Signer;
  readonly runner: Runner;
  readonly retirements: RetirementLog;
  /** Epoch ms. */
  readonly now: () => number;
  /** Where clients reach the service; known once it listens. */
  readonly baseUrl: () => string;
  readonly console: ConsoleParts;
}
