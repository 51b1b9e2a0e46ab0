import { Agent, type Dispatcher } from 'undici';
import { createGuardedLookup } from '../../base/network/guarded-lookup.ts';
import { isLoopbackAddress, isPublicAddress } from '../../base/network/public-address.ts';
import { TLS_CHECKS } from '../../base/network/trust.ts';

/** Connects deliveries: https to public addresses only, http to loopback only. */
export interface GuardedDispatcher {
  of(url: string): Dispatcher;
  close(): Promise<void>;
}

/** Dispatchers that check each address before they connect to it. */
export function createGuardedDispatcher(): GuardedDispatcher {
  const https = createAgent(isPublicAddress);
  const http = createAgent(isLoopbackAddress);
  return {
    of: (url) => (new URL(url).protocol === 'https:' ? https : http),
    close: async () => {
      await Promise.all([https.destroy(), http.destroy()]);
    },
  };
}

function createAgent(isAllowed: (address: string) => boolean): Agent {
  const lookup = createGuardedLookup((address, hostname) => {
    if (isAllowed(address)) return null;
    const error = new Error(`${hostname} resolves to an address that webhooks may not call.`);
    return Object.assign(error, { code: 'EADDRNOTALLOWED' });
  });
  return new Agent({ connect: { timeout: 5_000, lookup, ...TLS_CHECKS }, keepAliveTimeout: 1_000 });
}
