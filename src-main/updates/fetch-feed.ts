import { AppError } from '../../src-shared/base/errors.ts';
import type { Release } from '../../src-shared/settings/update-settings.ts';
import { message } from '../../src-shared/messages/message.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { describeTransportFault } from '../service-client/http/describe-connection-fault.ts';
import { feedFileName } from './feed-file-name.ts';
import { fetchUpdateFile, toUpdatesError, type UpdateRequest } from './fetch-update-file.ts';
import { parseFeed } from './parse-feed.ts';
import { parseReleaseFiles, type ReleaseFiles } from './release-files.ts';
import { isFeedSigned, SIGNATURE_SUFFIX } from './release-signature.ts';

/** How a feed is requested, and the platform it is requested for. */
export interface FetchFeedOptions {
  readonly routes: ProxyRoutes;
  readonly signal: AbortSignal;
  /** Maximum time from the first byte sent to the last one read. */
  readonly timeoutMs: number;
  /** Public key of the signature; null: it is not fetched, and the feed counts as unsigned. */
  readonly releaseKey: string | null;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
}

/** A release, its files, and whether both can be trusted. */
export interface FetchedFeed {
  readonly release: Release;
  readonly files: ReleaseFiles;
  readonly isSigned: boolean;
}

/** A feed has about a kilobyte; release notes may be long. */
const MAX_BYTES = 256 * 1024;

/**
 * Fetches the release that the feed in a folder announces, and its signature; no other file is fetched. Throws
 * `updates_unknown` with the reason, or the signal's reason.
 */
export async function fetchFeed(folder: string, options: FetchFeedOptions): Promise<FetchedFeed> {
  const { routes, timeoutMs, releaseKey, platform = process.platform, arch = process.arch } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const name = feedFileName(platform, arch);
  const request = { routes, timeoutMs, signal: AbortSignal.any([options.signal, timeout]) };
  try {
    const feed = await fetchBytes(new URL(name, folder), request);
    const text = new TextDecoder().decode(feed);
    const release = parseFeed(text);
    const isSigned =
      releaseKey !== null && (await hasSignature(new URL(name, folder), name, feed, releaseKey, request));
    return { release, files: parseReleaseFiles(text), isSigned };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (timeout.aborted) {
      throw toUpdatesError(message('updates.timeout', { seconds: Math.round(timeoutMs / 1000) }), error);
    }
    throw toUpdatesError(describeTransportFault(error), error);
  }
}

/**
 * A feed whose signature is missing or wrong is still shown, but nothing of it is downloaded. Throws `updates_unknown` if the
 * server fails to answer the request for it.
 */
async function hasSignature(
  address: URL,
  name: string,
  feed: Uint8Array,
  releaseKey: string,
  request: UpdateRequest,
): Promise<boolean> {
  const url = new URL(address.href + SIGNATURE_SUFFIX);
  const signature = await fetchBytes(url, request).catch((error: unknown) => {
    if (error instanceof AppError && !isTemporary(error)) return null;
    throw error;
  });
  return signature !== null && isFeedSigned(name, feed, new TextDecoder().decode(signature), releaseKey);
}

function isTemporary({ detail }: AppError): boolean {
  const status = typeof detail !== 'string' && detail.id === 'link.status' ? Number(detail.params['status']) : 0;
  return status === 429 || status >= 500;
}

async function fetchBytes(address: URL, request: UpdateRequest): Promise<Buffer> {
  const response = await fetchUpdateFile(address, request);
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw toUpdatesError(message('updates.too-long', { kilobytes: MAX_BYTES / 1024 }));
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    await response.close();
  }
}
