import { isIP } from 'node:net';
import { isLoopbackHost, toBareHost } from '../../base/network/host-name.ts';
import { isPublicAddress } from '../../base/network/public-address.ts';

/** Longest URL an endpoint may have. */
const LONGEST = 2048;

/**
 * Why events may not be sent to a URL, as a sentence; null when they may: https to anywhere public, http to loopback only
 * (spec part 6 asks for https). A name is judged again, by its address, whenever a delivery connects.
 */
export function checkWebhookUrl(text: string): string | null {
  if (text.length > LONGEST || !URL.canParse(text)) return 'A webhook needs a URL.';
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'A webhook URL carries no user name and no password.';
  const host = toBareHost(hostname);
  if (protocol === 'http:') {
    return isLoopbackHost(host) ? null : 'A webhook needs https; http is for this computer itself only.';
  }
  if (protocol !== 'https:') return 'A webhook needs https.';
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'A webhook may not lead into a private network.' : null;
}
