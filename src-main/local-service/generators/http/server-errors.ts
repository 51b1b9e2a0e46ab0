import { findCertificateFault, type CertificateFault } from '../../../base/network/trust.ts';

/** Errors before a connection. Others, such as an unreachable host, may also end one that has been used. */
const UNCONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** A server did not respond, or the connection ended in the middle of its response. */
export class ServerAway extends Error {
  /** True if nothing listens at its address: it has stopped, or never ran. */
  readonly isRefused: boolean;
  /** True if no byte of the request was sent. */
  readonly isUnsent: boolean;
  /** What is wrong with its certificate; null: nothing. */
  readonly certificateFault: CertificateFault | null;

  constructor(cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(message, { cause });
    this.name = 'ServerAway';
    this.isRefused = code === 'ECONNREFUSED';
    this.certificateFault = findCertificateFault(code);
    this.isUnsent = UNCONNECTED.has(code) || this.certificateFault !== null;
  }
}

/** A server responded with an error, or with something else than expected. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** The beginning of its response. */
  readonly text: string;
  /** How long it asks to wait; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, text: string, retryAfterMs: number | null = null) {
    super(`HTTP ${status}: ${text}`);
    this.name = 'ServerRefusal';
    this.status = status;
    this.text = text;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A server responded that it has too many requests: it runs, and the same request is accepted later. */
export class ServerBusy extends ServerAway {
  readonly retryAfterMs: number | null;

  constructor(cause: ServerRefusal) {
    super(cause);
    this.name = 'ServerBusy';
    this.retryAfterMs = cause.retryAfterMs;
  }
}
