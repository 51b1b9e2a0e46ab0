import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GenerationConfig } from '../../src-shared/api/generators/generator-config.ts';
import { networkConfig } from '../../src-shared/api/generators/network-config.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { systemDisk } from '../base/files/disk.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { toInstallError } from './install-error.ts';
import type { OfferedNetwork } from './offered-network.ts';

/** The folder of all installed networks. */
export function networksFolder(home: string): string {
  return path.join(home, 'networks');
}

/** The folder of one network. */
export function networkFolder(home: string, { id }: Pick<OfferedNetwork, 'id'>): string {
  return path.join(networksFolder(home), id);
}

/** The file of an installed network; its name is shown in the notes of tasks. */
export function modelFileOf(home: string, { id }: Pick<OfferedNetwork, 'id'>): string {
  return path.join(networksFolder(home), id, `${id}.onnx`);
}

/** True if a network is installed: its file was checked before it got its name, so only its size is compared. */
export async function isInstalled(home: string, network: OfferedNetwork): Promise<boolean> {
  const found = await stat(modelFileOf(home, network)).catch(() => null);
  return found !== null && found.isFile() && found.size === network.model.bytes;
}

/** The network with an id. Throws `config_invalid` that lists the ids. */
export function getOffered(offered: readonly OfferedNetwork[], id: string): OfferedNetwork {
  const found = offered.find((network) => network.id === id);
  if (found) return found;
  const detail = message('network-package.not-known', { id, ids: offered.map((each) => each.id).join(', ') });
  throw new AppError('config_invalid', detail, { subject: message('subject.generators') });
}

/** The settings with an installed network for its use. */
export function withNetwork(now: GenerationConfig, home: string, network: OfferedNetwork): GenerationConfig {
  const config = networkConfig.parse({ ...network.settings, model: modelFileOf(home, network) });
  return { ...now, [network.use]: config };
}

/** The settings with the built-in masks. */
export function withoutMasks({ masks: _, ...others }: GenerationConfig): GenerationConfig {
  return others;
}

/** True if the settings use an installed network. */
export function isUsed(now: GenerationConfig, home: string, network: OfferedNetwork): boolean {
  return now[network.use]?.model === modelFileOf(home, network);
}

/** Throws `network_not_installed` unless a network is installed. */
export async function assertInstalled(home: string, network: OfferedNetwork): Promise<void> {
  if (!(await isInstalled(home, network))) throw toInstallError(network, message('network-package.not-installed'));
}

/** Removes the files of a network; the settings must not use it any longer. */
export async function removeNetworkFiles(home: string, network: OfferedNetwork): Promise<void> {
  const folder = networkFolder(home, network);
  await systemDisk.remove(folder).catch((error: unknown) => {
    throw toDiskError(error, folder);
  });
}
