import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Resolves names as `dns.lookup` does, but checks every address before a connection is made to it. The connection uses
 * the checked address, so a second response of the resolver cannot replace it. `check` returns the
 * error to fail with, or null for an allowed address; one refused address refuses the name.
 */
export function createGuardedLookup(check: (address: string, hostname: string) => Error | null): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = check(address, hostname);
        if (refusal) return callback(refusal, []);
      }
      const [first] = addresses;
      if (!first) return callback(Object.assign(new Error(`${hostname} has no address.`), { code: 'ENOTFOUND' }), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
