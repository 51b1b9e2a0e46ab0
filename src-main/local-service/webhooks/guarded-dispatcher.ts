import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import { isLoopbackAddress, isPublicAddress } from '../../base/network/public-address.ts';

/** Connects deliveries: https to public addresses, http to loopback. */
export interface GuardedDispatcher {
  of(url: string): Dispatcher;
  close(): Promise<void>;
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Dispatchers that judge the very address they connect to, so that a second answer of the resolver cannot smuggle in
 * another one.
 */
export function createGuardedDispatcher(): GuardedDispatcher {
  const https = agent(isPublicAddress);
  const http = agent(isLoopbackAddress);
  return {
    of: (url) => (new URL(url).protocol === 'https:' ? https : http),
    close: async () => {
      await Promise.all([https.destroy(), http.destroy()]);
    },
  };
}

function agent(isAllowed: (address: string) => boolean): Agent {
  const lookup = (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowed(address))) {
        const refusal = new Error(`${hostname} leads to an address that may not be called.`);
        return callback(Object.assign(refusal, { code: 'EADDRNOTALLOWED' }), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
  return new Agent({ connect: { timeout: 5_000, lookup }, keepAliveTimeout: 1_000 });
}
