import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import type { DiagnosticCheck, Finding } from '../../src-shared/doctor/finding.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import { findProgram } from '../dcc/detect/find-program.ts';
import { listTargets } from '../dcc/targets/list-targets.ts';
import { isOnNetwork } from '../base/files/network-folder.ts';
import { isWritable } from '../folders/export-folder.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import type { Services } from '../service-client/services/services.ts';
import type { SecretStore } from '../settings/secret-store.ts';
import { findElectron } from '../base/find-electron.ts';
import type { UpdateChecker } from '../updates/update-checker.ts';
import { checkClock } from './check-clock.ts';
import { checkGenerators } from './check-generators.ts';
import { checkNetwork } from './check-network.ts';
import { checkNetworkFiles } from './check-network-files.ts';
import { checkUpdateState } from './check-update-state.ts';
import { measureFolder } from './measure-folder.ts';
import { toFinding } from './to-finding.ts';

/** With less free space, a batch may fill the disk. */
const LOW_DISK_SPACE_BYTES = 2 * 1024 ** 3;

/** Dependencies and inputs of the checks. */
export interface DiagnosticsContext {
  /** Absolute. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: Settings;
  readonly secrets: SecretStore;
  readonly services: Pick<Services, 'client'>;
  /** Checks for a newer version if update checks are on. */
  readonly updates: Pick<UpdateChecker, 'check'>;
  /** Absolute. */
  exportFolder(): string;
  /** Returns true if a folder is on a network share; absent: asks the system. */
  readonly isOnNetwork?: (folder: string) => Promise<boolean>;
}

/** Checks Dropforge's dependencies; starts the local service if needed. Problems are reported, never thrown. */
export async function runDiagnostics(context: DiagnosticsContext): Promise<Finding[]> {
  const { home, env, exportFolder } = context;
  const checks = await Promise.all([
    checkKeychain(context),
    checkFolder('home', home, context.isOnNetwork),
    checkFolder('export', exportFolder()),
    checkSpace(exportFolder(), home),
    checkLibrary(context),
    checkPrograms(),
    checkLocal(context),
    checkGenerators(context),
    checkNetworkFiles(context.settings),
    checkCloud(context),
    context.updates.check().then(checkUpdateState),
  ]);
  const [keychain, ...others] = checks.flat() as [Finding, ...Finding[]];
  return [checkNode(), checkElectron(), checkBrowser(), keychain, ...checkNetwork(env), ...others];
}

function checkNode(): Finding {
  const { node, sqlite = '?' } = process.versions as Record<string, string>;
  const isNew = Number((node ?? '').split('.')[0]) >= 24;
  return toFinding('node', isNew ? 'ok' : 'bad', isNew ? 'nodeWell' : 'nodeOld', [node ?? '', sqlite]);
}

function checkElectron(): Finding {
  const running = process.versions['electron'];
  if (running !== undefined) return toFinding('electron', 'ok', 'electronRuns', [running]);
  return findElectron()
    ? toFinding('electron', 'ok', 'electronThere')
    : toFinding('electron', 'note', 'electronMissing');
}

function checkBrowser(): Finding {
  const found = findProgram('chromium');
  if (!found) return toFinding('browser', 'note', 'browserMissing');
  return toFinding('browser', 'ok', 'browserThere', [path.basename(found)]);
}

/** Reads a value, because only use shows whether a keychain works. */
async function checkKeychain({ secrets }: DiagnosticsContext): Promise<Finding> {
  const read = await secrets.get('doctor').then(
    () => true,
    () => false,
  );
  if (!read || !secrets.durable) return toFinding('keychain', 'note', 'keychainMissing', [], { fix: 'service' });
  return toFinding('keychain', 'ok', 'keychainWorks', [secrets.kind]);
}

async function checkFolder(check: 'home' | 'export', folder: string, isShare = isOnNetwork): Promise<Finding> {
  const words = [describeFolder(folder)];
  const fix = check === 'export' ? ('export' as const) : ('again' as const);
  if (!(await isWritable(folder))) return toFinding(check, 'bad', 'folderUnwritable', words, { fix });
  if (check === 'home' && (await isShare(folder).catch(() => false))) {
    return toFinding(check, 'note', 'homeOnNetwork', words);
  }
  return toFinding(check, 'ok', existsSync(folder) ? 'folderWell' : 'folderUnmade', words);
}

/** Measures the home folder if the output folder does not exist yet. */
async function checkSpace(folder: string, home: string): Promise<Finding> {
  const existing = existsSync(folder) ? folder : home;
  const space = await statfs(existing).catch(() => null);
  if (!space) return toFinding('disk', 'note', 'spaceUnknown');
  const free = space.bavail * space.bsize;
  const words = [sizeOf(free)];
  if (free >= LOW_DISK_SPACE_BYTES) return toFinding('disk', 'ok', 'spaceWell', words);
  return toFinding('disk', 'bad', 'spaceLow', words, { fix: 'export' });
}

/** Measures files on disk, because another process may hold the queue. */
async function checkLibrary({ home, settings: { libraryLimitBytes: limit } }: DiagnosticsContext): Promise<Finding> {
  const bytes = await measureFolder(path.join(home, 'library'));
  if (limit === null) return toFinding('library', 'ok', 'libraryHolds', [sizeOf(bytes)]);
  const words = [sizeOf(bytes), sizeOf(limit)];
  if (bytes <= limit) return toFinding('library', 'ok', 'libraryBelow', words);
  return toFinding('library', 'note', 'libraryAbove', words, { fix: 'library' });
}

async function checkPrograms(): Promise<Finding> {
  const rows = (await listTargets()).filter(({ places }) => places.some(({ program }) => program !== null));
  const names = rows.map(({ title }) => title).join(', ');
  if (names === '') return toFinding('programs', 'note', 'programsMissing', [], { fix: 'targets' });
  return toFinding('programs', 'ok', 'programsFound', [names], { fix: 'targets' });
}

/** Sends a request, as a job would. */
async function checkLocal({ services }: DiagnosticsContext): Promise<Finding> {
  try {
    await (await services.client('local')).getBalance();
    return toFinding('local', 'ok', 'localWell');
  } catch (error) {
    // It runs for another process, which has this home open.
    if (error instanceof AppError && error.code === 'home_locked') return toFinding('local', 'ok', 'localWell');
    return toFinding('local', 'bad', 'localDown', [], { error: toErrorInfo(error), fix: 'again' });
  }
}

/** The cloud service and, if it answers, the clock. */
async function checkCloud({ services, settings: { service, cloud } }: DiagnosticsContext): Promise<Finding[]> {
  if (!cloud) return [toFinding('cloud', 'ok', 'cloudNone')];
  const address = [cloud.baseUrl];
  const fix = 'service';
  try {
    const client = await services.client('cloud');
    await client.getBalance();
    return [toFinding('cloud', 'ok', 'cloudWell', address), await checkClock(client)];
  } catch (error) {
    // A problem of a service that is not in use is only a note.
    const state = service === 'cloud' ? 'bad' : 'note';
    if (error instanceof AppError && error.code === 'no_api_key')
      return [toFinding('cloud', state, 'cloudNoKey', address, { fix })];
    return [toFinding('cloud', state, 'cloudDown', address, { error: toErrorInfo(error), fix })];
  }
}

/** Formats a size in powers of ten, as file managers do. */
function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** True if any finding may make jobs fail. */
export function hasProblems(
  findings: readonly { readonly check: DiagnosticCheck; readonly state: Finding['state'] }[],
): boolean {
  return findings.some(({ state }) => state === 'bad');
}
