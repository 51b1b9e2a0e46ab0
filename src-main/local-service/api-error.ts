import type { MessageOrText } from '../../src-shared/api/messages/message.ts';
import { toWireText } from '../../src-shared/api/messages/service-message.ts';
import { SUGGESTION_MESSAGES } from '../../src-shared/api/messages/suggestion-messages.ts';
import { SERVICE_ERROR_CODES, type ServiceErrorCode } from '../../src-shared/api/protocol/error-codes.ts';

/** Additional fields of an error response. */
export interface ApiErrorOptions {
  /** HTTP status, if it differs from the default of the code. */
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Advice, if that of the code does not help. */
  readonly suggestion?: keyof typeof SUGGESTION_MESSAGES;
}

/** An expected error with a code of spec part 7; `message` is `detail` in English. */
export class ApiError extends Error {
  readonly code: ServiceErrorCode;
  readonly detail: MessageOrText;
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Advice for the client, in English. */
  readonly suggestion: string;

  constructor(code: ServiceErrorCode, detail: MessageOrText, options: ApiErrorOptions = {}) {
    super(toWireText(detail));
    this.name = 'ServiceFault';
    this.code = code;
    this.detail = detail;
    this.http = options.http ?? SERVICE_ERROR_CODES[code].http;
    this.headers = options.headers ?? {};
    this.suggestion = options.suggestion
      ? SUGGESTION_MESSAGES[options.suggestion]
      : SERVICE_ERROR_CODES[code].suggestion;
  }
}
