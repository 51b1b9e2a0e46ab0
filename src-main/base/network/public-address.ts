import { BlockList, isIP } from 'node:net';

/** Addresses that never belong to a public server: the IANA special-purpose registries (RFC 6890). */
const SPECIAL = blockList([
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 fc00::/7 fe80::/10',
  'fec0::/10 ff00::/8',
]);

const LOOPBACK = blockList(['127.0.0.0/8 ::1/128']);

/** True if an IP address belongs to a public server; IPv4-mapped IPv6 counts as IPv4, invalid addresses are not public. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !SPECIAL.check(address, familyOf(address));
}

/** True if an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && LOOPBACK.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function blockList(lines: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of lines.join(' ').split(' ')) {
    const [net = '', bits] = subnet.split('/');
    list.addSubnet(net, Number(bits), familyOf(net));
  }
  return list;
}
