import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPrivateAddress } from '../service-client/http/address-guard.ts';
import { isOwnPort } from '../base/network/own-ports.ts';

/** Where links may lead. */
export interface LinkNetworkScope {
  /** Whether they may lead into this network and to this computer, as the person set it. */
  readonly mayPointInside: boolean;
}

/** Why an address is not connected to: it lies inside, or this very app listens there. */
export type AddressRefusal = 'inside' | 'own';

/** Code of the error a lookup fails with where an address is not connected to. */
export const REFUSED_ADDRESS = 'EREFUSEDADDRESS';

/** An address that is not connected to, and why. */
export class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
  readonly fault: AddressRefusal;

  constructor(fault: AddressRefusal) {
    super(`The address is refused: ${fault}.`);
    this.fault = fault;
  }
}

/**
 * Why no connection is made to an IP address: loopback, private, link-local, multicast, unique-local and other special
 * addresses, and IPv4 written as IPv6, unless links may point inside; this app's own ports never. Null: it may be.
 */
export function checkAddress(
  address: string,
  port: number,
  { mayPointInside }: LinkNetworkScope,
): AddressRefusal | null {
  if (isOwnPort(port) && isThisComputer(address)) return 'own';
  if (mayPointInside) return null;
  return isPrivateAddress(address) || /^::ffff:/i.test(address) ? 'inside' : null;
}

/** Resolves a name once and hands out only addresses that were judged; one bad address refuses the name. */
export function createLinkLookup(port: number, reach: LinkNetworkScope): LookupFunction {
  return (hostname: string, options: LookupOptions, callback): void => {
    resolve(hostname, { ...options, all: true }, (error, list: LookupAddress[]) => {
      if (error) return callback(error, []);
      for (const { address } of list) {
        const fault = checkAddress(address, port, reach);
        if (fault) return callback(new RefusedAddressError(fault), []);
      }
      const [first] = list;
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (options.all) callback(null, list);
      else callback(null, first.address, first.family);
    });
  };
}

/** Whether an address is one of this computer's own; 0.0.0.0 and :: are taken for it as well. */
function isThisComputer(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  if (isIP(plain) === 4 ? /^(127|0)\./.test(plain) : /^::1?$/.test(plain)) return true;
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .some((each) => each.address === plain);
}
