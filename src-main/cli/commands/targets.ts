import { parseArgs } from 'node:util';
import type { LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { createDeliveryWatcher } from '../../dcc/receipts/delivery-watcher.ts';
import { installBridge, removeBridge, type InstalledBridge } from '../../dcc/bridges/install-bridge.ts';
import { listTargets, type TargetInstallation, type TargetStatus } from '../../dcc/targets/list-targets.ts';
import { getTarget } from '../../dcc/targets/target-table.ts';
import { testTarget } from '../../dcc/send/test-target.ts';
import { createAppSettings } from '../../settings/app-settings.ts';
import { resolveHome } from '../../settings/home.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { configureTarget } from '../lib/configure-target.ts';

/** `dropforge targets list|install|remove|set|test`: the programs that models are delivered to. */
export async function targets(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'export-folder': { type: 'string' },
      'import-existing': { type: 'boolean', default: false },
      project: { type: 'string' },
      version: { type: 'string' },
      as: { type: 'string' },
      scale: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return printResult(values.json, async () => {
    const [action = 'list', name = '', ...more] = positionals;
    if ((more.length > 0 && action !== 'set') || (name === '') !== (action === 'list')) {
      throw misuse(action === 'list' ? '“list” takes no name.' : `“${action}” takes the name of one target.`);
    }
    const exportFolder = values['export-folder'] ?? findExportFolder(values.home);
    const { project, version } = values;
    const choice = { ...(project === undefined ? {} : { project }), ...(version === undefined ? {} : { version }) };
    switch (action) {
      case 'list':
        return list(values['export-folder'] === undefined ? findExportFolders(values.home) : [exportFolder]);
      case 'install': {
        const order = {
          ...choice,
          exportFolder,
          importExisting: values['import-existing'],
          ...(values.as === undefined ? {} : { name: values.as }),
          ...(values.scale === undefined ? {} : { scale: readScale(values.scale) }),
        };
        return describeInstalled(await installBridge(getTarget(name), order), exportFolder);
      }
      case 'remove':
        return describeRemoved(name, await removeBridge(getTarget(name), choice));
      case 'set':
        return configureTarget(getTarget(name), choice, more);
      case 'test': {
        const { isWell, words, receipt } = await testTarget(getTarget(name));
        const text = words.map((line) => `${isWell ? '✓' : '✗'} ${maskControlCharacters(line)}\n`).join('');
        return { data: { isWell, words, receipt }, text, status: isWell ? 0 : 1 };
      }
      default:
        throw misuse('There are list, install NAME, remove NAME, set NAME KEY=VALUE and test NAME.');
    }
  });
}

/** The export folder of a home, as its settings name it. */
export function findExportFolder(flag: string | undefined): string {
  const home = resolveHome(flag, process.env);
  return createAppSettings(openSettingsFile(home.path)).get().exportFolder ?? home.defaultExportFolder;
}

/** That, and where hot folders have results of their own. */
function findExportFolders(flag: string | undefined): [string, ...string[]] {
  const home = resolveHome(flag, process.env);
  const { hotFolders } = createAppSettings(openSettingsFile(home.path)).get();
  return [findExportFolder(flag), ...hotFolders.flatMap(({ outFolder }) => outFolder ?? [])];
}

async function list(exportFolders: readonly [string, ...string[]]): Promise<CommandResult> {
  const watch = createDeliveryWatcher(exportFolders);
  const [rows, { targets: live }] = await Promise.all([listTargets(), watch.list()]).finally(() => watch.close());
  const lines = rows.flatMap((row) => [
    `${row.name}  ${describeRow(row)}\n`,
    ...row.places.map((place) => describePlace(row, place)),
  ]);
  const signs = live.map((each) => `${describeLive(each)}\n`);
  const [exportFolder] = exportFolders;
  const places = [...new Set(exportFolders)].map((folder) => `“${folder}”`).join(' and ');
  const heading = `\nIn ${places}: ${signs.length === 0 ? 'no target was ever seen.' : ''}\n`;
  return {
    data: { exportFolder, exportFolders, targets: rows, live },
    text: lines.join('') + heading + signs.join(''),
  };
}

function describeRow({ title, hasBridge, isInProjects, verified, places, name, problem }: TargetStatus): string {
  if (problem !== null) return `${title}: ${problem}`;
  if (name === 'folder' || name === 'open-with') return `${title}: with “dropforge export --target ${name}”.`;
  if (places.length === 0) return `${title}: not found on this computer.`;
  const where = isInProjects ? ', installed into a project with --project DIR' : '';
  const care = verified === 'double' ? '; its bridge was not yet run in the real program' : '';
  return `${title}${hasBridge ? where : ': files are opened in it'}${care}`;
}

const BRIDGE_WORDS = {
  none: 'no bridge; “targets install” puts it in',
  current: 'bridge installed',
  old: 'bridge of another version; “targets install” updates it',
  changed: 'bridge was changed or is incomplete; “targets install” repairs it',
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
  const more = notes.map((note) => `\n    ${maskControlCharacters(note)}`).join('');
  return `    ${target}  ${maskControlCharacters(`${program} ${programVersion}`)}: ${now}${more}`;
}

function describeInstalled(installed: readonly InstalledBridge[], exportFolder: string): CommandResult {
  const lines = installed.map(({ version, place, bridgeVersion, before, kept, next }) => {
    const was = before === null ? 'installed' : before === bridgeVersion ? 'installed anew' : `updated from ${before}`;
    const stays = kept.map((file) => `    What you had changed there is kept in “${file}”.\n`).join('');
    return `✓ Bridge ${bridgeVersion} is ${was}${version === null ? '' : ` for version ${version}`} in “${place}”.\n${stays}    ${next}\n`;
  });
  const [first] = installed;
  const left =
    first && first.leftAlone > 0
      ? ` ${first.leftAlone} models that lie there already are left alone; --import-existing brings them, too.`
      : '';
  const text = `${lines.join('')}It takes models from “${exportFolder}” as ${first?.targetId ?? ''}.${left}\n`;
  return { data: { exportFolder, installed }, text };
}

function describeRemoved(name: string, removed: readonly InstalledBridge[]): CommandResult {
  if (removed.length === 0) return { data: { removed }, text: `There is no bridge of Dropforge in ${name}.\n` };
  const lines = removed.map(({ version, place, bridgeVersion, kept, next }) => {
    const stays = kept.map((file) => `    Kept, because it was changed or is not ours: “${file}”.\n`).join('');
    return `✓ Bridge ${bridgeVersion} is removed${version === null ? '' : ` from version ${version}`} in “${place}”.\n${stays}    ${next}\n`;
  });
  return { data: { removed }, text: lines.join('') };
}

/** Bounds of the bridges. */
function readScale(text: string): number {
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (scale >= 0.0001 && scale <= 10_000) return scale;
  throw misuse('--scale is a factor from 0.0001 to 10000; 1 leaves sizes as they are.');
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'targets' });
}
