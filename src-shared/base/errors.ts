import { formatMessage } from '../api/messages/format-message.ts';
import type { MessageOrText } from '../api/messages/message.ts';
import { ENGLISH } from '../messages/english.ts';

/** Codes of all errors a user may see; a new code also needs texts in error-messages.ts. */
export const ERROR_CODES = [
  'not_a_picture',
  'not_a_text',
  'prompt_too_long',
  'source_replaced',
  'sidecar_wrong',
  'front_missing',
  'half_written',
  'folder_feeds_itself',
  'folder_watched_elsewhere',
  'folder_gone',
  'not_a_model',
  'file_empty',
  'file_truncated',
  'picture_too_large',
  'model_too_large',
  'file_too_large',
  'file_missing',
  'reference_missing',
  'file_unreadable',
  'file_too_complex',
  'reader_unavailable',
  'folder_without_pictures',
  'unsupported_file',
  'link_wrong',
  'link_inside',
  'link_page',
  'link_failed',
  'disk_full',
  'folder_unwritable',
  'invalid_api_key',
  'no_api_key',
  'insufficient_credits',
  'key_budget_used',
  'balance_low',
  'credits_reserved',
  'over_cap',
  'needs_yes',
  'not_confirmed',
  'maybe_ordered',
  'bad_request',
  'moderation',
  'queue_timeout',
  'task_failed',
  'task_missing',
  'found_over',
  'not_riggable',
  'outcome_unknown',
  'rate_limited',
  'offline',
  'certificate_rejected',
  'service_error',
  'local_service_down',
  'download_failed',
  'result_damaged',
  'result_missing',
  'library_damaged',
  'too_many_files',
  'selection_too_large',
  'disconnected',
  'home_locked',
  'port_taken',
  'program_missing',
  'bridge_failed',
  'updates_unknown',
  'update_failed',
  'update_waits',
  'network_not_installed',
  'config_invalid',
  'queue_rebuilt',
  'jobs_damaged',
  'settings_reset',
  'home_on_network',
  'not_found',
  'bug',
] as const;

/** An error code. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** True if a service or server cannot be reached, or not securely: waiting may help, and nothing was sent. */
export function isUnreachable(code: ErrorCode): boolean {
  return code === 'offline' || code === 'certificate_rejected';
}

/** An error in a form that can be sent over IPC and stored. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  /** Name of the file or item concerned, as the user knows it; never an internal path. */
  readonly subject: MessageOrText | null;
  /** One sentence about the cause; plain text if it comes from a service or an older version. */
  readonly detail: MessageOrText;
  /** True if a later retry may succeed without any change. */
  readonly retryable: boolean;
  /** The service's request id for support. */
  readonly requestId: string | null;
}

interface AppErrorOptions {
  readonly subject?: MessageOrText | null;
  readonly retryable?: boolean;
  readonly requestId?: string | null;
  /** Earliest time for a retry according to the service; epoch ms. */
  readonly retryAt?: number;
  readonly cause?: unknown;
}

/** An expected error; any other thrown value is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly subject: MessageOrText | null;
  /** The cause; `message` is the same in English. */
  readonly detail: MessageOrText;
  readonly retryable: boolean;
  readonly requestId: string | null;
  readonly retryAt: number | null;

  constructor(code: ErrorCode, detail: MessageOrText, options: AppErrorOptions = {}) {
    super(formatMessage(ENGLISH, detail), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.subject = options.subject ?? null;
    this.retryable = options.retryable ?? false;
    this.requestId = options.requestId ?? null;
    this.retryAt = options.retryAt ?? null;
  }
}

/** Converts any thrown value to a form that may leave this process. A bug keeps its message, but never its stack. */
export function toErrorInfo(thrown: unknown): ErrorInfo {
  if (thrown instanceof AppError) {
    const { code, subject, detail, retryable, requestId } = thrown;
    return { code, subject, detail, retryable, requestId };
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'bug', subject: null, detail, retryable: false, requestId: null };
}
