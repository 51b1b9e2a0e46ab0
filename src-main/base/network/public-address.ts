import { BlockList, isIP } from 'node:net';

/**
 * Special-purpose ranges, which never belong to a public server, and the RFC that reserves each of them: the IANA
 * special-purpose address registries (RFC 6890), multicast, and ranges that were withdrawn. IPv6 ranges outside of global
 * unicast are not listed.
 */
const SPECIAL_RANGES: readonly (readonly [range: string, rfc: number])[] = [
  ['0.0.0.0/8', 791],
  ['10.0.0.0/8', 1918],
  ['100.64.0.0/10', 6598],
  ['127.0.0.0/8', 1122],
  ['169.254.0.0/16', 3927],
  ['172.16.0.0/12', 1918],
  ['192.0.0.0/24', 6890],
  ['192.0.2.0/24', 5737],
  ['192.31.196.0/24', 7535],
  ['192.52.193.0/24', 7450],
  ['192.88.99.0/24', 7526],
  ['192.168.0.0/16', 1918],
  ['192.175.48.0/24', 7534],
  ['198.18.0.0/15', 2544],
  ['198.51.100.0/24', 5737],
  ['203.0.113.0/24', 5737],
  ['224.0.0.0/4', 5771],
  ['240.0.0.0/4', 1112],
  ['2001::/23', 2928],
  ['2001:db8::/32', 3849],
  ['2002::/16', 3056],
  ['2620:4f:8000::/48', 7534],
  ['3fff::/20', 9637],
];

const SPECIAL = blockList(SPECIAL_RANGES.map(([range]) => range));

/**
 * Global unicast (RFC 4291, 2.4; IANA has assigned no other range) and IPv4-mapped addresses. Among the others are
 * loopback, unique and link-local addresses, IPv4-compatible and IPv4-translated ones, NAT64, discard-only, segment
 * routing (5f00::/16) and multicast.
 */
const GLOBAL_IPV6 = blockList(['2000::/3', '::ffff:0:0/96']);

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128']);

/** True if an IP address belongs to a public server; IPv4-mapped IPv6 counts as IPv4, invalid addresses are not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || (family === 6 && !GLOBAL_IPV6.check(address, 'ipv6'))) return false;
  return !SPECIAL.check(address, familyOf(address));
}

/** True if an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && LOOPBACK.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), familyOf(net));
  }
  return list;
}
