import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';

/** Why the object storage did not do what was asked of it. */
export interface StorageProblem {
  /** HTTP status of its response; null: there was none. */
  readonly status: number | null;
  /** Its own code, such as `NoSuchBucket`, or the code of the connection’s error. */
  readonly code: string;
  readonly reason: string;
}

/** The object storage failed or refused a request: an error of the service (1001) for its clients. */
export class StorageError extends ApiError {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem) {
    super(1001, serviceMessage('api.storage-failed'));
    this.problem = problem;
  }

  /** True if the same request may succeed in a moment. */
  get isTransient(): boolean {
    const { status, code } = this.problem;
    // Silence was waited for already, and a client of the service waits too.
    if (status === null) return code !== 'UND_ERR_HEADERS_TIMEOUT' && !isCertificateCode(code);
    return status >= 500 ? status !== 501 : status === 429 || code === 'RequestTimeout';
  }
}

/** An error of the storage for the log; its message is for clients, which get no details. Without key and signature. */
export function toLogText({ problem: { status, code, reason } }: StorageError): string {
  return `The object storage failed: ${status ?? 'no response'} ${code}: ${reason}`;
}

/** True for the code of a connection that failed because the certificate is not trusted. */
export function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code);
}
