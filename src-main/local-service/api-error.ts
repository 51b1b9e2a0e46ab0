import { SERVICE_ERROR_CODES, type ServiceErrorCode } from '../../src-shared/api/protocol/error-codes.ts';

/** What an answer to a fault may carry beside the code's usual status. */
export interface ApiErrorOptions {
  /** Status to answer with, where it differs from the one of the code's row. */
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected refusal or failure with a code of spec part 7; its message is a sentence for the person. */
export class ApiError extends Error {
  readonly code: ServiceErrorCode;
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ServiceErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.name = 'ServiceFault';
    this.code = code;
    this.http = options.http ?? SERVICE_ERROR_CODES[code].http;
    this.headers = options.headers ?? {};
  }

  /** What to do about it, as the table of codes says. */
  get suggestion(): string {
    return SERVICE_ERROR_CODES[this.code].suggestion;
  }
}
