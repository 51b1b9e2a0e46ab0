import tls from 'node:tls';
import { log } from '../log/log.ts';

/** Options of every TLS connection; explicit, so that the environment cannot turn verification off. */
export const TLS_CHECKS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** What the TLS connections to a host rely on. */
export interface TlsTrust {
  readonly rejectUnauthorized: true;
  readonly minVersion: 'TLSv1.2';
  /** Absent: the certificates of this thread. */
  readonly secureContext?: tls.SecureContext;
}

let isDone = false;

/**
 * Options of the connections to one service: the certificates of the system, and `authorities`, the certificates of an
 * internal certificate authority as PEM.
 */
export function trustFor(authorities: string | undefined): TlsTrust {
  if (authorities === undefined) return TLS_CHECKS;
  trustSystemCertificates();
  const ca = [...tls.getCACertificates('default'), authorities];
  // Made once: a connection that reads all certificates again takes 10 ms longer.
  const secureContext = tls.createSecureContext({ ca, minVersion: TLS_CHECKS.minVersion });
  return { ...TLS_CHECKS, secureContext };
}

/**
 * Adds the certificate authorities of the system to those of Node and NODE_EXTRA_CA_CERTS, for example of a company or
 * an inspecting proxy. Reads the store of the system once, before the first connection that needs it.
 */
export function trustSystemCertificates(): void {
  if (isDone) return;
  isDone = true;
  try {
    const system = tls.getCACertificates('system');
    if (system.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...system]);
  } catch (error) {
    // If the system's store cannot be read, the certificates of Node still apply.
    log.warn('service', 'cannot read the system’s certificates', error);
  }
}

/** Marks the certificates of this thread as set; the store of the system is not read again. */
export function trustOnly(): void {
  isDone = true;
}

/** What is wrong with a certificate: its time, its host, or who issued it. */
export type CertificateFault = 'expired' | 'host' | 'issuer';

/** Codes of Node for a certificate that is not valid for its host; see `tls.connect` and X509_verify_cert_error_string. */
const CERTIFICATE_CODES: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'host',
  HOSTNAME_MISMATCH: 'host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer',
  CERT_UNTRUSTED: 'issuer',
  CERT_REJECTED: 'issuer',
  CERT_REVOKED: 'issuer',
  CERT_SIGNATURE_FAILURE: 'issuer',
  CERT_CHAIN_TOO_LONG: 'issuer',
  INVALID_CA: 'issuer',
  INVALID_PURPOSE: 'issuer',
};

/** What is wrong with a server’s certificate; null if the code of an error is not about one. */
export function findCertificateFault(code: string | undefined): CertificateFault | null {
  return (code === undefined ? undefined : CERTIFICATE_CODES[code]) ?? null;
}

/** True if the environment asks for TLS without verification, which is ignored. */
export function isTlsCheckDisabled(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}
