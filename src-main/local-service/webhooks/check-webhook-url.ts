import { isIP } from 'node:net';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { isLoopbackHost, toBareHost } from '../../base/network/host-name.ts';
import { isPublicAddress } from '../../base/network/public-address.ts';

/** Maximum length of an endpoint URL. */
const LONGEST = 2048;

/**
 * Why events must not be sent to a URL, as a message; null if they may: https to public hosts, http to loopback only
 * (spec part 6 requires https). A name is checked again, by its address, whenever a delivery connects.
 */
export function checkWebhookUrl(text: string): Message | null {
  if (text.length > LONGEST || !URL.canParse(text)) return serviceMessage('api.webhook-url');
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return serviceMessage('api.webhook-credentials');
  const host = toBareHost(hostname);
  if (protocol === 'http:') {
    return isLoopbackHost(host) ? null : serviceMessage('api.webhook-http');
  }
  if (protocol !== 'https:') return serviceMessage('api.webhook-https');
  return isIP(host) !== 0 && !isPublicAddress(host) ? serviceMessage('api.webhook-private') : null;
}
