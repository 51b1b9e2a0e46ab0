import { isLoopbackHost } from './host-name.ts';

/** True if files may be downloaded from an address: over https, or from this computer. */
export function isHttpsOrOwn({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
