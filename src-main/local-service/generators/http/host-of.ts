import { isLoopbackHost } from '../../../base/network/host-name.ts';

/** The host of a server on another computer; null for this computer. */
export function hostOf(url: string): string | null {
  const { hostname } = new URL(url);
  return isLoopbackHost(hostname) ? null : hostname;
}
