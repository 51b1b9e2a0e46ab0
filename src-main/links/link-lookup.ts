import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createGuardedLookup } from '../base/network/guarded-lookup.ts';
import { isOwnPort } from '../base/network/own-ports.ts';
import { isPublicAddress } from '../base/network/public-address.ts';

/** The networks that links may lead to. */
export interface LinkNetworkScope {
  /** True if links may lead to private networks and this computer. */
  readonly allowPrivateNetwork: boolean;
}

/** Why an address is refused: it is in a private network, or Dropforge itself listens there. */
export type AddressRefusal = 'private_network' | 'own_port';

/** Error code of a lookup that resolves to a refused address. */
const REFUSED_ADDRESS = 'EREFUSEDADDRESS';

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
  return !isPublicAddress(address) || /^::ffff:/i.test(address) ? 'private_network' : null;
}

/** Resolves names for links; fails with a RefusedAddressError where any address may not be connected to. */
export function createLinkLookup(port: number, scope: LinkNetworkScope): LookupFunction {
  return createGuardedLookup((address) => {
    const refusal = checkAddress(address, port, scope);
    return refusal && new RefusedAddressError(refusal);
  });
}

/** True if an address belongs to this computer, including 0.0.0.0 and ::; IPv4 mapped to IPv6 counts as IPv4. */
function isThisComputer(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('0.0.0.0', 8);
  own.addSubnet('127.0.0.0', 8);
  own.addSubnet('::', 127, 'ipv6');
  for (const each of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    own.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
