import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import type { RuleContext } from '../../../src-shared/api/operation.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { OutputStore } from '../files/output-store.ts';
import type { UrlSigner } from '../files/url-signer.ts';
import type { Ledger } from '../account/ledger.ts';
import type { RetirementLog } from '../tasks/retirement-log.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import type { TaskLifecycle } from '../tasks/task-lifecycle.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { KeyValidator } from './checks/authenticate.ts';

/** What the endpoints work with. */
export interface ServiceContext {
  readonly isValidKey: KeyValidator;
  /** Requests a minute by endpoint class, for each key. */
  readonly rateLimits: Readonly<Record<RateClass, number>>;
  /** How long signed URLs are good. */
  readonly lifetimes: { readonly presignSeconds: number; readonly outputUrlSeconds: number };
  /** Whether tasks cost nothing, whatever the price list says. */
  readonly free: boolean;
  /** What this deployment and account allow. */
  readonly rules: Pick<RuleContext, 'deployment' | 'entitlements'>;
  readonly tasks: TaskStore;
  readonly lifecycle: TaskLifecycle;
  readonly ledger: Ledger;
  readonly files: UploadStore;
  readonly outputs: OutputStore;
  readonly signer: UrlSigner;
  readonly runner: TaskRunner;
  readonly retirements: RetirementLog;
  /** Epoch ms. */
  readonly now: () => number;
  /** Where clients reach the service; known once it listens. */
  readonly baseUrl: () => string;
  readonly console: ConsoleContext;
}
