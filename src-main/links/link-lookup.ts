import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPrivateAddress } from '../service-client/http/address-guard.ts';
import { isOwnPort } from '../base/network/own-ports.ts';

/** Which networks links may lead to. */
export interface LinkNetworkScope {
  /** Whether links may lead to private networks and this computer. */
  readonly allowPrivateNetwork: boolean;
}

/** Why an address is refused: it is in a private network, or Dropforge itself listens there. */
export type AddressRefusal = 'private_network' | 'own_port';

/** Error code of a lookup that resolves to a refused address. */
export const REFUSED_ADDRESS = 'EREFUSEDADDRESS';

/** A refused address and the reason. */
export class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
  readonly refusal: AddressRefusal;

  constructor(refusal: AddressRefusal) {
    super(`The address is refused: ${refusal}.`);
    this.refusal = refusal;
  }
}

/**
 * Checks an IP address; null if connections are allowed. Loopback, private, link-local, multicast, unique-local and other
 * special addresses, and IPv4 mapped to IPv6, need `allowPrivateNetwork`; Dropforge's own ports are always refused.
 */
export function checkAddress(
  address: string,
  port: number,
  { allowPrivateNetwork }: LinkNetworkScope,
): AddressRefusal | null {
  if (isOwnPort(port) && isThisComputer(address)) return 'own_port';
  if (allowPrivateNetwork) return null;
  return isPrivateAddress(address) || /^::ffff:/i.test(address) ? 'private_network' : null;
}

/** Resolves a name once and returns only checked addresses; one refused address refuses the name. */
export function createLinkLookup(port: number, scope: LinkNetworkScope): LookupFunction {
  return (hostname: string, options: LookupOptions, callback): void => {
    resolve(hostname, { ...options, all: true }, (error, list: LookupAddress[]) => {
      if (error) return callback(error, []);
      for (const { address } of list) {
        const refusal = checkAddress(address, port, scope);
        if (refusal) return callback(new RefusedAddressError(refusal), []);
      }
      const [first] = list;
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (options.all) callback(null, list);
      else callback(null, first.address, first.family);
    });
  };
}

/** Whether an address belongs to this computer, including 0.0.0.0 and ::. */
function isThisComputer(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  if (isIP(plain) === 4 ? /^(127|0)\./.test(plain) : /^::1?$/.test(plain)) return true;
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .some((each) => each.address === plain);
}
