import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { toSourceError } from '../folders/disk-error.ts';
import { toInstallError } from './install-error.ts';
import { packageLabel, type OfferedNetwork } from './offered-network.ts';

/**
 * Returns if a file is the archive of the package of a network, by its size and its SHA-512; nothing of it is unpacked
 * before. Throws `network_not_installed`, an error about the file, or the signal's reason.
 */
export async function checkPackage(network: OfferedNetwork, file: string, signal: AbortSignal): Promise<void> {
  const { bytes: expected, sha512 } = network.package;
  const name = packageLabel(network);
  const subject = path.basename(file);
  try {
    const found = await stat(file);
    // A pipe or a device would be read without an end.
    if (!found.isFile()) throw new AppError('file_unreadable', message('file.not-a-file'), { subject });
    const { size: actual } = found;
    if (actual !== expected)
      throw toInstallError(network, message('network-package.other-size', { name, actual, expected }));
    const hash = createHash('sha512');
    await pipeline(createReadStream(file, { end: expected - 1 }), hash, { signal });
    if (hash.digest('base64') === sha512) return;
  } catch (error) {
    signal.throwIfAborted();
    throw toSourceError(error, subject);
  }
  throw toInstallError(network, message('network-package.other-content', { name }));
}
