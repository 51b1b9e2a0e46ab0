import tls from 'node:tls';
import { log } from '../../base/log/log.ts';

/** Options of every TLS connection; explicit, so that the environment cannot turn verification off. */
export const TLS_CHECKS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

let isDone = false;

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

/** True if the environment asks for TLS without verification, which is ignored. */
export function isTlsCheckDisabled(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}
