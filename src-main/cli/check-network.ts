import { proxyFromEnvironment } from '../service-client/proxy-route.ts';
import { wantsTlsOff } from '../service-client/trust.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Finding } from './doctor.ts';

/** Any host outside; only what the environment says about such a one is looked at, nothing is asked. */
const OUTSIDE = new URL('https://host.invalid/');

/** What the environment says about the way out: the proxy it names, and whether it asks for less safety. */
export function checkNetwork(env: NodeJS.ProcessEnv): Finding[] {
  const findings = [checkProxy(env)];
  if (wantsTlsOff(env)) {
    findings.push({
      name: 'TLS',
      state: 'note',
      fact: 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set and not followed; certificates are always verified.',
      advice: 'Unset it. For an authority of your own, install it in the system or name it in NODE_EXTRA_CA_CERTS.',
    });
  }
  return findings;
}

function checkProxy(env: NodeJS.ProcessEnv): Finding {
  const name = 'Proxy';
  try {
    const proxy = proxyFromEnvironment(OUTSIDE, env);
    const fact = proxy ? `${proxy.protocol}//${proxy.host}, from the environment.` : 'none named by the environment.';
    return { name, state: 'ok', fact, advice: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name, state: 'bad', fact: 'the one the environment names cannot be used.', advice: error.message };
  }
}
