import type { LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import { systemClock } from '../../base/clock.ts';
import { createDeliveryWatcher } from '../../dcc/receipts/delivery-watcher.ts';
import { installBridge, removeBridge, type InstalledBridge } from '../../dcc/bridges/install-bridge.ts';
import { listTargets, type TargetInstallation, type TargetStatus } from '../../dcc/targets/list-targets.ts';
import { getTarget } from '../../dcc/targets/target-table.ts';
import { testTarget } from '../../dcc/send/test-target.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { configureTarget } from '../lib/configure-target.ts';
import type { InstallationFilter } from '../../dcc/bridges/bridge-locations.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { findExportFolder, findOutputFolders } from '../lib/find-export-folder.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** Maximum wait for an output folder, which may be on a slow network share: nobody hears of it later. */
const FOLDER_TIMEOUT_MS = 60_000;

/** Selects an installation of a program; all of them if nothing is set. */
export interface InstallationInput {
  readonly project: string | undefined;
  readonly version: string | undefined;
}

/** Options of `dropforge targets install`. */
export interface InstallInput extends InstallationInput {
  readonly exportFolder: string | undefined;
  readonly importExisting: boolean;
  /** Name of the target in the output folder. */
  readonly as: string | undefined;
  readonly scale: number | undefined;
}

/** Lists the programs, their bridges, and the ones that are running. */
export async function listAllTargets(
  exportFolder: string | undefined,
  { home }: CommandContext,
): Promise<CommandResult> {
  return list(exportFolder === undefined ? findOutputFolders(home) : [exportFolder]);
}

/** Installs the bridge of a program. */
export async function installTarget(
  name: string,
  input: InstallInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const exportFolder = input.exportFolder ?? findExportFolder(home);
  const { importExisting, as, scale } = input;
  const order = {
    ...toFilter(input),
    exportFolder,
    importExisting,
    ...(as === undefined ? {} : { name: as }),
    ...(scale === undefined ? {} : { scale }),
  };
  return describeInstalled(await installBridge(getTarget(name), order), exportFolder);
}

/** Removes the bridge of a program. */
export async function removeTarget(name: string, input: InstallationInput): Promise<CommandResult> {
  return describeRemoved(name, await removeBridge(getTarget(name), toFilter(input)));
}

/** Shows how a program imports models, or changes it. */
export async function setTarget(
  name: string,
  words: readonly string[],
  input: InstallationInput,
): Promise<CommandResult> {
  return configureTarget(getTarget(name), toFilter(input), words);
}

/** Delivers a test model to a program; status 1 when it does not arrive. */
export async function testOneTarget(name: string): Promise<CommandResult> {
  const { isWell, words, receipt } = await testTarget(getTarget(name));
  const text = words.map((line) => `${isWell ? '✓' : '✗'} ${maskControlCharacters(toEnglish(line))}\n`).join('');
  return { data: { isWell, words, receipt }, text, status: isWell ? 0 : 1 };
}

function toFilter({ project, version }: InstallationInput): InstallationFilter {
  return { ...(project === undefined ? {} : { project }), ...(version === undefined ? {} : { version }) };
}

async function readTargets(exportFolders: readonly [string, ...string[]]) {
  const watcher = createDeliveryWatcher(exportFolders, systemClock, FOLDER_TIMEOUT_MS);
  try {
    const [rows, { targets: live }] = await Promise.all([listTargets(), watcher.list()]);
    return { rows, live };
  } finally {
    watcher.close();
  }
}

async function list(exportFolders: readonly [string, ...string[]]): Promise<CommandResult> {
  const { rows, live } = await readTargets(exportFolders);
  const lines = rows.flatMap((row) => [
    `${row.name}  ${describeRow(row)}\n`,
    ...row.places.map((place) => describePlace(row, place)),
  ]);
  const signs = live.map((each) => `${describeLive(each)}\n`);
  const [exportFolder] = exportFolders;
  const places = [...new Set(exportFolders)].map((folder) => `“${folder}”`).join(' and ');
  const heading = `\nIn ${places}: ${signs.length === 0 ? 'no target found.' : ''}\n`;
  return {
    data: { exportFolder, exportFolders, targets: rows, live },
    text: lines.join('') + heading + signs.join(''),
  };
}

function describeRow({ title, hasBridge, isInProjects, verified, places, name, problem }: TargetStatus): string {
  if (problem !== null) return `${title}: ${errorText(problem)}`;
  if (name === 'folder' || name === 'open-with') return `${title}: use “dropforge export --target ${name}”.`;
  if (places.length === 0) return `${title}: not found on this computer.`;
  const where = isInProjects ? ', install into a project with --project DIR' : '';
  const care = verified === 'double' ? '; its bridge is not yet tested in the real program' : '';
  return `${title}${hasBridge ? where : ': opens files directly'}${care}`;
}

const BRIDGE_WORDS = {
  none: 'no bridge; “targets install” installs it',
  current: 'bridge installed',
  old: 'bridge is outdated; “targets install” updates it',
  changed: 'bridge is modified or incomplete; “targets install” repairs it',
} as const;

function describePlace(
  { hasBridge }: TargetStatus,
  { version, program, place, bridge, bridgeVersion }: TargetInstallation,
): string {
  const what = program ?? place ?? '';
  const words = hasBridge && place !== null ? `: ${BRIDGE_WORDS[bridge]}` : '';
  return `    ${version ?? ''}${version === null ? '' : '  '}${what}${words}${bridgeVersion === null ? '' : ` (${bridgeVersion})`}\n`;
}

function describeLive({ target, program, programVersion, isLive, state, notes }: LiveTarget): string {
  const now = isLive ? (state === 'importing' ? 'importing' : 'live') : 'not running';
  const more = notes.map((note) => `\n    ${maskControlCharacters(toEnglish(note))}`).join('');
  return `    ${target}  ${maskControlCharacters(`${program} ${programVersion}`)}: ${now}${more}`;
}

function describeInstalled(installed: readonly InstalledBridge[], exportFolder: string): CommandResult {
  const lines = installed.map(({ version, place, bridgeVersion, before, preserved, next }) => {
    const was = before === null ? 'Installed' : before === bridgeVersion ? 'Reinstalled' : `Updated from ${before}:`;
    const stays = preserved.map((file) => `    Your changes are saved in “${file}”.\n`).join('');
    return `✓ ${was} bridge ${bridgeVersion}${version === null ? '' : ` for version ${version}`} in “${place}”.\n${stays}    ${next}\n`;
  });
  const [first] = installed;
  const left =
    first && first.unchanged > 0
      ? ` ${first.unchanged} models that are already there are skipped; --import-existing imports them as well.`
      : '';
  const text = `${lines.join('')}It imports models from “${exportFolder}” as ${first?.targetId ?? ''}.${left}\n`;
  return { data: { exportFolder, installed }, text };
}

function describeRemoved(name: string, removed: readonly InstalledBridge[]): CommandResult {
  if (removed.length === 0) return { data: { removed }, text: `No Dropforge bridge is installed in ${name}.\n` };
  const lines = removed.map(({ version, place, bridgeVersion, preserved, next }) => {
    const stays = preserved
      .map((file) => `    Kept, because it was modified or is not part of the bridge: “${file}”.\n`)
      .join('');
    return `✓ Removed bridge ${bridgeVersion}${version === null ? '' : ` from version ${version}`} in “${place}”.\n${stays}    ${next}\n`;
  });
  return { data: { removed }, text: lines.join('') };
}

function errorText(error: ErrorInfo): string {
  const { happened, next } = describeError(error);
  return `${happened} ${next}`;
}
