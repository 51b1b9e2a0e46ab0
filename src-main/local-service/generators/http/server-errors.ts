import { findCertificateFault, type CertificateFault } from '../../../base/network/trust.ts';

/** A server did not respond, or the connection ended in the middle of its response. */
export class ServerAway extends Error {
  /** True if nothing listens at its address: it has stopped, or never ran. */
  readonly isRefused: boolean;
  /** What is wrong with its certificate; null: nothing. */
  readonly certificateFault: CertificateFault | null;

  constructor(cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(message, { cause });
    this.name = 'ServerAway';
    this.isRefused = code === 'ECONNREFUSED';
    this.certificateFault = findCertificateFault(code);
  }
}

/** A server responded with an error, or with something else than expected. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** The beginning of its response. */
  readonly text: string;

  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text}`);
    this.name = 'ServerRefusal';
    this.status = status;
    this.text = text;
  }
}
