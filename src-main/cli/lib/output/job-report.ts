import { formatCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { describeError } from '../../../../src-shared/messages/describe-error.ts';
import type { ErrorInfo } from '../../../../src-shared/base/errors.ts';
import type { JobRecord } from '../../../pipeline/job-record.ts';
import { toJobSummary } from '../../../queue/job-list/job-summary.ts';
import { chargedFor, isChargeUnconfirmed, isPaidInTest } from '../../../queue/job-list/job-view.ts';

/** One job in the last line of `--json`. */
export interface JobReport {
  /** Absolute path of the source, or of its front view; the prompt of a job without files. */
  readonly source: string;
  readonly status: 'done' | 'failed' | 'cancelled' | 'unknown' | 'held' | 'waiting';
  /** The error, the charge and the next action; null without an error. */
  readonly error: string | null;
  readonly errorCode: string | null;
  /** `X-Request-ID` of the failed request, for support; null without one. */
  readonly requestId: string | null;
  /** Decimal string; null where the charge is unconfirmed. */
  readonly creditsConsumed: string | null;
  /** True if these are test credits of a rehearsal; absent: they are not. */
  readonly testCredits?: true;
  readonly taskIds: readonly string[];
  readonly artifacts: readonly { path: string; format: string; bytes: number; sha256: string }[];
}

/** The report of a job, with one artifact for each requested format that is in the output folder. */
export function toJobReport(record: JobRecord): JobReport {
  return {
    source: record.sources[0]?.path ?? record.prompt ?? '',
    status: toStatus(record.status),
    error: record.error && record.status !== 'done' ? toJobSummary(record.error, record) : null,
    errorCode: record.status === 'done' ? null : (record.error?.code ?? null),
    requestId: record.status === 'done' ? null : (record.error?.requestId ?? null),
    creditsConsumed: isChargeUnconfirmed(record) && !record.free ? null : formatCredits(chargedFor(record)),
    ...(isPaidInTest(record) ? { testCredits: true as const } : {}),
    taskIds: record.steps.flatMap((step) => step.taskId ?? []),
    artifacts: record.steps.flatMap((step, index) => {
      const artifact = record.artifacts.find((other) => other.step === index && other.role === 'model');
      if (!step.exports || !artifact?.exportedPath) return [];
      const { bytes, sha256, exportedPath } = artifact;
      return [{ path: exportedPath, format: step.exports, bytes, sha256 }];
    }),
  };
}

/** The report of a source that was rejected before it became a job. */
export function toRejectedReport(source: string, error: ErrorInfo): JobReport {
  const { happened, next } = describeError(error);
  return {
    source,
    status: 'failed',
    error: `${happened} Nothing was charged. ${next}`,
    errorCode: error.code,
    requestId: error.requestId,
    creditsConsumed: '0.00',
    taskIds: [],
    artifacts: [],
  };
}

function toStatus(status: JobRecord['status']): JobReport['status'] {
  switch (status) {
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'unknown':
    case 'held':
      return status;
    default:
      return 'waiting';
  }
}
