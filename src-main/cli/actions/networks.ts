import { existsSync } from 'node:fs';
import path from 'node:path';
import type { GenerationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { BUILT_IN } from '../../../src-shared/api/generators/generator-operations.ts';
import { NETWORK_USES } from '../../../src-shared/api/generators/network-config.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { hasNetworkRuntime } from '../../base/has-network-runtime.ts';
import {
  assertRuntime,
  installNetwork as install,
  readLicenses,
  type PackagePlace,
} from '../../network-packages/install-network.ts';
import {
  assertInstalled,
  getOffered,
  isInstalled,
  isUsed,
  networkFolder,
  removeNetworkFiles,
  withNetwork,
  withoutMasks,
} from '../../network-packages/installed-networks.ts';
import { packageLabel, type OfferedNetwork } from '../../network-packages/offered-network.ts';
import { OFFERED_NETWORKS } from '../../network-packages/offered-networks.ts';
import { findOwnNetworkFile, setOwnNetworkFile } from '../../network-packages/own-network-file.ts';
import { findRegistry } from '../../network-packages/package-address.ts';
import { createProxyRoutes } from '../../service-client/http/proxy-route.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { askQuestion } from '../lib/input/ask-question.ts';
import { listenForInterrupt, toInterruptedResult } from '../lib/interrupt.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { describeLicenses, formatMegabytes } from '../lib/output/license-text.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { showTransfer } from '../lib/output/transfer-line.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Options of `dropforge networks install`. */
export interface InstallInput {
  readonly from: string | undefined;
  readonly acceptLicense: boolean;
  readonly showLicense: boolean;
}

/** Lists the offered networks, and the files that the settings name. */
export async function listNetworks({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async ({ settings }) => {
    const { generation } = settings.get();
    const networks = await Promise.all(
      OFFERED_NETWORKS.map(async (network) => {
        const { id, title, use, licenses, package: archive } = network;
        const state = isUsed(generation, home.path, network) ? 'used' : 'installed';
        return {
          ...{ id, title, use, licenses, package: packageLabel(network), bytes: archive.bytes },
          about: toEnglish(network.about),
          state: (await isInstalled(home.path, network)) ? state : 'not installed',
        };
      }),
    );
    const files = listOwnFiles(generation, home.path);
    const lines = [
      ...networks.map(({ id, title, about, bytes, licenses, state }) => {
        const names = licenses.map(({ of, name }) => `${of} ${name}`).join(', ');
        return `${state === 'used' ? '✓' : ' '} ${id}  ${title}, ${formatMegabytes(bytes)}, ${state}. ${about} License: ${names}.`;
      }),
      ...files.map(({ use, file, exists }) => `${exists ? '✓' : '✗'} ${use}: ${file}${exists ? '' : ' (missing)'}`),
      ...(generation.masks ? [] : ['✓ built-in masks']),
    ];
    const runtime = hasNetworkRuntime();
    const notes = runtime ? '' : `${toEnglish({ id: 'network-package.no-runtime', params: {} })}\n`;
    return { data: { networks, files, runtime }, text: maskLines(lines), notes };
  });
}

/** Installs a network once its licenses are accepted, and uses it. */
export async function installNetwork(
  id: string,
  { from, acceptLicense, showLicense }: InstallInput,
  { home }: CommandContext,
  offered: readonly OfferedNetwork[] = OFFERED_NETWORKS,
): Promise<CommandResult> {
  const network = getOffered(offered, id);
  const place: PackagePlace =
    from === undefined
      ? { registry: findRegistry(process.env), routes: createProxyRoutes({ env: process.env, resolveProxy: null }) }
      : { file: path.resolve(from) };
  return withAccount(home, async ({ settings, assertIdle }) => {
    if (showLicense) {
      const texts = await transfer(network, (options) => readLicenses(home.path, network, place, options));
      if (texts === null) return INTERRUPTED;
      return { data: { id, licenses: network.licenses, texts }, text: maskLines(texts.trimEnd().split('\n')) };
    }
    assertRuntime(network);
    // A running Dropforge keeps its settings, so that the download would be in vain.
    assertIdle();
    await acceptLicenses(network, acceptLicense);
    const installed = await transfer(network, async (options) => {
      await install(home.path, network, place, options);
      return true;
    });
    if (installed === null) return INTERRUPTED;
    const before = listOwnFiles(settings.get().generation, home.path).find(({ use }) => use === network.use);
    settings.set({ generation: withNetwork(settings.get().generation, home.path, network) });
    const folder = networkFolder(home.path, network);
    const lines = [
      `Installed ${network.title}. It is used for images with a busy background. Its license is in ${folder}.`,
      ...(before ? [`It replaces ${before.file} in the settings.`] : []),
    ];
    return { data: { id, folder, replaced: before?.file ?? null }, text: maskLines(lines) };
  });
}

/** Selects an installed network, or the built-in masks. */
export async function useNetwork(id: string, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async ({ settings }) => {
    const { generation } = settings.get();
    if (id === BUILT_IN) {
      settings.set({ generation: withoutMasks(generation) });
      return { data: { id }, text: 'The built-in masks are used now.\n' };
    }
    const network = getOffered(OFFERED_NETWORKS, id);
    await assertInstalled(home.path, network);
    settings.set({ generation: withNetwork(generation, home.path, network) });
    return { data: { id }, text: `${network.title} is used now for images with a busy background.\n` };
  });
}

/** Input of `dropforge networks use-file`. */
interface NetworkFileInput {
  readonly purpose: string;
  readonly file: string;
  readonly size: number | undefined;
  readonly mean: string | undefined;
  readonly deviation: string | undefined;
  readonly device: 'cpu' | 'gpu' | undefined;
}

/** Uses a network of the user for masks or depth, or none. */
export async function useNetworkFile(
  { purpose, file, size, mean, deviation, device }: NetworkFileInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const use = NETWORK_USES.find((known) => known === purpose);
  if (!use) throw new UsageError(`“${maskControlCharacters(purpose)}” is not “masks” or “depth”.`);
  const model = file === 'none' ? null : path.resolve(file);
  const channels = { mean: toChannels('--mean', mean), deviation: toChannels('--deviation', deviation) };
  return withAccount(home, async ({ settings }) => {
    await setOwnNetworkFile(settings, use, model === null ? null : { model, size, device, ...channels });
    const text = model === null ? `No file is used for ${use} now.` : `${model} is used for ${use} now.`;
    return { data: { use, file: model }, text: maskLines([text]) };
  });
}

/** Three numbers of an option; undefined: it is absent. Throws UsageError. */
function toChannels(option: string, given: string | undefined): readonly number[] | undefined {
  if (given === undefined) return undefined;
  const values = given
    .split(',')
    .map((typed) => (/^\s*(\d{1,6}|(?=\.))(\.\d+)?\s*$/.test(typed) ? Number(typed) : NaN));
  const isValid = values.length === 3 && values.every((value) => (option === '--deviation' ? value > 0 : value >= 0));
  if (isValid) return values;
  throw new UsageError(`${option} needs three numbers from 0 on, such as 0.5,0.5,0.5; deviations are greater than 0.`);
}

/** Removes the files of a network; the settings are changed first. */
export async function removeNetwork(
  id: string,
  { home }: CommandContext,
  offered: readonly OfferedNetwork[] = OFFERED_NETWORKS,
): Promise<CommandResult> {
  const network = getOffered(offered, id);
  return withAccount(home, async ({ settings, assertIdle }) => {
    assertIdle();
    const { generation } = settings.get();
    const wasUsed = isUsed(generation, home.path, network);
    if (wasUsed) settings.set({ generation: withoutMasks(generation) });
    await removeNetworkFiles(home.path, network);
    const next = wasUsed ? ' The built-in masks are used now.' : '';
    return { data: { id, removed: true, wasUsed }, text: `Removed ${network.title}.${next}\n` };
  });
}

const INTERRUPTED = toInterruptedResult('Nothing was changed.');

/** Runs with progress on the terminal; null: it was interrupted. */
async function transfer<T>(
  network: OfferedNetwork,
  run: (options: { signal: AbortSignal; onProgress: (bytes: number) => void }) => Promise<T>,
): Promise<T | null> {
  const { signal, stop } = listenForInterrupt();
  const line = showTransfer(network.title, network.package.bytes);
  try {
    return await run({ signal, onProgress: line.show });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    line.end();
    stop();
  }
}

/** Returns if the person accepts the licenses. Throws `not_confirmed`. */
async function acceptLicenses(network: OfferedNetwork, isAccepted: boolean): Promise<void> {
  process.stderr.write(describeLicenses(network));
  if (isAccepted) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new AppError('not_confirmed', 'To accept the license, use --accept-license.');
  }
  const answer = await askQuestion('Accept the license and install? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new AppError('not_confirmed', 'The license was not accepted.');
}

/** Files of the settings that Dropforge did not install. */
function listOwnFiles(generation: GenerationConfig, home: string) {
  return NETWORK_USES.flatMap((use) => {
    const file = findOwnNetworkFile(generation, use, home, OFFERED_NETWORKS)?.model;
    return file === undefined ? [] : [{ use, file, exists: existsSync(file) }];
  });
}

function maskLines(lines: readonly string[]): string {
  return lines.map((line) => `${maskControlCharacters(line)}\n`).join('');
}
