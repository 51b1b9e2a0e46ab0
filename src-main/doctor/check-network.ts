import type { Finding } from '../../src-shared/doctor/finding.ts';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { proxyFromEnvironment } from '../service-client/http/proxy-route.ts';
import { isTlsCheckDisabled } from '../service-client/http/trust.ts';
import { toFinding } from './to-finding.ts';

/** Any host outside; only what the environment says about such a one is looked at, nothing is asked. */
const OUTSIDE = new URL('https://host.invalid/');

/** What the environment says about the way out: the proxy it names, and whether it asks for less safety. */
export function checkNetwork(env: NodeJS.ProcessEnv): Finding[] {
  return [checkProxy(env), ...(isTlsCheckDisabled(env) ? [toFinding('tls', 'note', 'tlsOff')] : [])];
}

function checkProxy(env: NodeJS.ProcessEnv): Finding {
  try {
    const proxy = proxyFromEnvironment(OUTSIDE, env);
    if (!proxy) return toFinding('proxy', 'ok', 'proxyNone');
    return toFinding('proxy', 'ok', 'proxyNamed', [`${proxy.protocol}//${proxy.host}`]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toFinding('proxy', 'bad', 'proxyBroken', [], { error: toErrorInfo(error), fix: 'again' });
  }
}
