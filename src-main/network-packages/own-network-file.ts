import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GenerationConfig } from '../../src-shared/api/generators/generator-config.ts';
import { networkConfig, type NetworkConfig, type NetworkUse } from '../../src-shared/api/generators/network-config.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { toSourceError } from '../folders/disk-error.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { isUsed } from './installed-networks.ts';
import type { OfferedNetwork } from './offered-network.ts';

/** An ONNX file of the user. A setting that is not given keeps its value if the file is in use, or has its default. */
export interface OwnNetworkFile {
  /** Absolute path. */
  readonly model: string;
  readonly size?: number | undefined;
  readonly mean?: readonly number[] | undefined;
  readonly deviation?: readonly number[] | undefined;
  readonly device?: NetworkConfig['device'] | undefined;
}

/**
 * Uses a file of the user for masks or depth; null: the built-in engine. The file that was used before is not deleted.
 * Throws `file_missing` or `file_unreadable`; then nothing is changed.
 */
export async function setOwnNetworkFile(
  settings: Pick<AppSettings, 'get' | 'set'>,
  use: NetworkUse,
  file: OwnNetworkFile | null,
): Promise<void> {
  if (file) await assertFile(file.model);
  const { [use]: before, ...others } = settings.get().generation;
  settings.set({ generation: file ? { ...others, [use]: toConfig(file, before) } : others });
}

/** The network of the settings for masks or depth if Dropforge did not install it; null: there is none. */
export function findOwnNetworkFile(
  now: GenerationConfig,
  use: NetworkUse,
  home: string,
  offered: readonly OfferedNetwork[],
): NetworkConfig | null {
  const isInstalled = offered.some((network) => network.use === use && isUsed(now, home, network));
  return isInstalled ? null : (now[use] ?? null);
}

async function assertFile(file: string): Promise<void> {
  const subject = path.basename(file);
  const found = await stat(file).catch((error: unknown) => {
    throw toSourceError(error, subject);
  });
  if (!found.isFile())
    throw new AppError('file_unreadable', message('file.system-code', { code: 'EISDIR' }), { subject });
}

function toConfig({ model, ...given }: OwnNetworkFile, before: NetworkConfig | undefined): NetworkConfig {
  const kept = before?.model === model ? before : null;
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return networkConfig.parse({ ...kept, ...changed, model });
}
