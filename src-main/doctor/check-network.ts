import type { Finding } from '../../src-shared/doctor/finding.ts';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { proxyFromEnvironment } from '../service-client/http/proxy-route.ts';
import { isTlsCheckDisabled } from '../base/network/trust.ts';
import { toFinding } from './to-finding.ts';

/** An external host to resolve the proxy for; no request is sent. */
const EXTERNAL_URL = new URL('https://host.invalid/');

/** Checks the network variables of the environment: the proxy, and whether TLS verification is turned off. */
export function checkNetwork(env: NodeJS.ProcessEnv): Finding[] {
  return [checkProxy(env), ...(isTlsCheckDisabled(env) ? [toFinding('tls', 'note', 'tlsOff')] : [])];
}

function checkProxy(env: NodeJS.ProcessEnv): Finding {
  try {
    const proxy = proxyFromEnvironment(EXTERNAL_URL, env);
    if (!proxy) return toFinding('proxy', 'ok', 'proxyNone');
    return toFinding('proxy', 'ok', 'proxyNamed', [`${proxy.protocol}//${proxy.host}`]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toFinding('proxy', 'bad', 'proxyBroken', [], { error: toErrorInfo(error), fix: 'again' });
  }
}
