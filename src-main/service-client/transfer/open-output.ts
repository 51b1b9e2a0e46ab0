import { AppError } from '../../../src-shared/base/errors.ts';
import type { System } from '../../base/system.ts';
import { checkForeignUrl } from '../http/address-guard.ts';
import type { NetworkResponse, Network } from '../http/network.ts';
import { readRetryAt } from '../http/to-app-error.ts';
import type { PartState } from './part-file.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** An output URL that no longer works (403, 404, 410): query the task again for a fresh one. */
export class ExpiredUrl extends Error {}

/** The response for an output, with its body unread. */
export interface OpenOutput {
  readonly answer: NetworkResponse;
  /** True if the body continues the part instead of starting again. */
  readonly isRest: boolean;
}

interface OutputRequest {
  readonly url: string;
  readonly ownOrigins: readonly string[];
  readonly network: Network;
  readonly system: Pick<System, 'clock'>;
  readonly signal: AbortSignal;
}

/** Maximum size of a file, in bytes: far above any model. */
export const MAX_OUTPUT_BYTES = 4 * 1024 ** 3;
const MAX_REDIRECTS = 3;
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Requests an output, or the rest of it: at most three redirects, each checked, and no key. The rest is accepted only
 * if the server confirms that it belongs to the same entity (RFC 9110, 13.1.5 and 15.3.7). Throws ExpiredUrl, AppError
 * or the transport's error.
 */
export async function openOutput(request: OutputRequest, part: PartState | null): Promise<OpenOutput> {
  const headers: Record<string, string> = part ? { range: `bytes=${part.bytes}-`, 'if-range': part.validator } : {};
  const answer = await followRedirects(request, headers);
  const { status } = answer;
  if (status === 200) return { answer: checkHead(answer), isRest: false };
  if (part && status === 206 && isRestOf(answer, part)) return { answer: checkHead(answer), isRest: true };
  answer.discard();
  if (status === 403 || status === 404 || status === 410) throw new ExpiredUrl();
  // The range is invalid or belongs to another entity: the part is useless, the whole file is not.
  if (part && (status === 206 || status === 416)) return openOutput(request, null);
  const retryAt = readRetryAt(answer, request.system.clock.now());
  throw new AppError('download_failed', message('result.status', { status }), {
    retryable: status >= 500 || status === 429,
    ...(retryAt === null ? {} : { retryAt }),
  });
}

/** The validator for a later resumption; null if the response has no strong one. */
export function findValidator(answer: NetworkResponse): string | null {
  const etag = answer.header('etag');
  if (etag !== undefined) return /^"[\x21\x23-\x7e]{1,1000}"$/.test(etag) ? etag : null;
  const modified = answer.header('last-modified');
  if (modified === undefined || modified.length > 64) return null;
  // A date identifies the content only if it is old enough compared with the response (RFC 9110, 8.8.2.2).
  const age = Date.parse(answer.header('date') ?? '') - Date.parse(modified);
  return age >= 60_000 ? modified : null;
}

async function followRedirects(request: OutputRequest, headers: Record<string, string>): Promise<NetworkResponse> {
  const { network, ownOrigins, signal } = request;
  let url = checkForeignUrl(request.url, ownOrigins);
  for (let redirects = 0; ; redirects++) {
    const ask = ownOrigins.includes(url.origin) ? network.ask : network.requestForeign;
    const answer = await ask({
      method: 'GET',
      url,
      headers,
      signal,
      responseTimeoutMs: ANSWER_TIMEOUT_MS,
      isStreamed: true,
    });
    const location = answer.header('location');
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== undefined;
    if (!isRedirect || redirects === MAX_REDIRECTS) return answer;
    answer.discard();
    url = checkForeignUrl(URL.parse(location, url.href)?.href ?? location, ownOrigins);
  }
}

/** True if the response is the rest of the same entity, to its end; an ETag must be the same. */
function isRestOf(answer: NetworkResponse, part: PartState): boolean {
  const etag = answer.header('etag');
  const range = `bytes ${part.bytes}-${part.length - 1}/${part.length}`;
  const isSame = !part.validator.startsWith('"') || etag === undefined || etag === part.validator;
  return isSame && answer.header('content-range') === range;
}

function checkHead(answer: NetworkResponse): NetworkResponse {
  const encoding = answer.header('content-encoding');
  const isPacked = encoding !== undefined && encoding !== 'identity';
  const isHuge = Number(answer.header('content-length') ?? 0) > MAX_OUTPUT_BYTES;
  if (!isPacked && !isHuge) return answer;
  answer.discard();
  throw new AppError('download_failed', isHuge ? message('result.over-4-gb') : message('result.packed'));
}
