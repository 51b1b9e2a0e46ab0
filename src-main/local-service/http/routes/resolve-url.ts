import { isIP } from 'node:net';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import type { JobSource } from '../../tasks/task-record.ts';
import { toBareHost } from '../../../base/network/host-name.ts';
import { isPublicAddress } from '../../../base/network/public-address.ts';
import type { ServiceContext } from '../service-context.ts';

type Parts = Pick<ServiceContext, 'outputs' | 'urls'>;

/** Names that never belong to a public server: reserved ones (RFC 6761, 6762, 8375), and those without a dot. */
const PRIVATE_NAME = /^[^.]*\.?$|\.(localhost|local|internal|home\.arpa|test|invalid|example|onion)\.?$/;

/**
 * The file of a URL in a request (spec 4.2): one of this service's own signed output URLs, whose bytes are read from
 * its storage. Any other URL must be https to a public address, else 1004; otherwise it is rejected with 2005, because
 * this service downloads nothing.
 */
export async function resolveUrl(text: string, parts: Parts): Promise<JobSource> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const output = url && parts.urls.parseOutput(url);
  if (output) {
    if (output !== 'invalid' && (await parts.outputs.has(output.taskId, output.fileName)))
      return { kind: 'output', ...output };
    throw new ApiError(1004, serviceMessage('api.url-not-an-output'));
  }
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || !isPublicHost(url.hostname)) {
    throw new ApiError(1004, serviceMessage('api.url-not-public'));
  }
  throw new ApiError(2005, serviceMessage('api.no-downloads'));
}

/** Names are not resolved, because nothing is requested. */
function isPublicHost(hostname: string): boolean {
  const host = toBareHost(hostname);
  return isIP(host) === 0 ? !PRIVATE_NAME.test(host) : isPublicAddress(host);
}
