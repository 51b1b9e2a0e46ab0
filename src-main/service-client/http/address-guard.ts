import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { AppError } from '../../../src-shared/base/errors.ts';
import { TLS_CHECKS } from './trust.ts';

/** Addresses that are nobody's public server: IANA special-purpose registries for IPv4 (RFC 6890) and IPv6. */
const PRIVATE = privateAddresses();

/** Whether an IP address must never be fetched from; IPv4 in IPv6 clothes is judged as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  return PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * A dispatcher for addresses the service names: the name is resolved once, judged, and that very address is connected
 * to, so that a second answer of the resolver cannot smuggle in another one.
 */
export function createGuardedDispatcher(): Dispatcher {
  return new Agent({ connect: { timeout: 10_000, lookup: guardedLookup, ...TLS_CHECKS } });
}

/** Checks a URL before it is fetched: https to a public host, or exactly the origin of the service itself. */
export function checkForeignUrl(text: string, serviceOrigin: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new AppError('download_failed', 'The service gave an address that is none.');
  if (url.origin === serviceOrigin) return url;
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new AppError(
      'download_failed',
      `The service gave an address that is not safe to fetch (${url.protocol}//${url.host}).`,
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) {
    throw new AppError('download_failed', `The service gave an address inside this network (${host}).`);
  }
  return url;
}

/**
 * Checks a URL that goes out through a proxy, which resolves the name itself: an address inside a network, and a name
 * that only ever means one, would be the proxy's own neighbours.
 */
export function checkProxiedUrl(url: URL): void {
  if (!isInsideHost(url.hostname)) return;
  const host = bareHost(url.hostname);
  throw new AppError('download_failed', `The service gave an address inside this network (${host}).`);
}

/** Whether a host that somebody else resolves is an address inside a network, or a name that only ever means one. */
export function isInsideHost(hostname: string): boolean {
  const host = bareHost(hostname);
  return isIP(host) === 0
    ? /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa)$/i.test(host)
    : isPrivateAddress(host);
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether a host is this computer by its very name. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name as `dns.lookup` does, unless any of its addresses is inside a network. */
export function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  resolve(hostname, { ...options, all: true }, (error, list) => {
    if (error) return callback(error, []);
    const bad = list.find(({ address }) => isPrivateAddress(address));
    if (bad)
      return callback(Object.assign(new Error(`${hostname} leads inside this network`), { code: 'EPRIVATE' }), []);
    if (options.all) return callback(null, list);
    const [first] = list;
    if (!first) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
    callback(null, first.address, first.family);
  });
}

function privateAddresses(): BlockList {
  const list = new BlockList();
  const v4: readonly [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ];
  const v6: readonly [string, number][] = [
    ['::', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ];
  for (const [address, bits] of v4) list.addSubnet(address, bits, 'ipv4');
  for (const [address, bits] of v6) list.addSubnet(address, bits, 'ipv6');
  return list;
}
