import tls from 'node:tls';
import { log } from '../../base/log/log.ts';

/** What every TLS connection of ours is made with; said aloud so that nothing in the environment can unsay it. */
export const TLS_CHECKS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

let isDone = false;

/**
 * Lets this thread trust what the system trusts, beside what Node brings and NODE_EXTRA_CA_CERTS adds: a company's own
 * authority, an inspecting proxy. Reads the system's store once, before the first connection that needs it.
 */
export function trustSystemCertificates(): void {
  if (isDone) return;
  isDone = true;
  try {
    const system = tls.getCACertificates('system');
    if (system.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...system]);
  } catch (error) {
    // A store that cannot be read takes nothing away; whatever Node brings still counts.
    log.warn('service', 'the system’s certificates cannot be read', error);
  }
}

/** This thread was told whom to trust; the system's store is not read again. */
export function trustOnly(): void {
  isDone = true;
}

/** Whether the environment asks for TLS without verification, which is not done. */
export function isTlsCheckDisabled(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}
