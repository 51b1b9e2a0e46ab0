import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import plist from 'plist';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { folderBytes } from '../helpers/folder-bytes.ts';
import { EXPECTED_FUSES } from '../packaging/expected-fuses.ts';
import { SIZE_BUDGET_BYTES } from '../packaging/shipped-packages.ts';
import { findPackagedApps, findPackages, type PackagedApp } from './packaged-apps.ts';
import { attempt, formatBytes, verdict, type CheckResult } from './report.ts';

/** Checks each packaged app: its fuses, the checksum of its archive, its size, and its Info.plist. */
export async function checkApps(output: string): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const app of findPackagedApps(output)) {
    results.push(await attempt(`fuses, ${app.system}`, () => checkFuses(app)));
    results.push(await attempt(`archive, ${app.system}`, () => checkArchive(app)));
    if (app.system === 'mac') results.push(await attempt('Info.plist', () => checkInfo(app)));
    const isUpdated = findPackages(output).some((name) => INSTALLERS[app.system]?.test(name));
    if (isUpdated) results.push(await attempt(`updater, ${app.system}`, () => checkUpdater(app)));
  }
  return results;
}

/** Packages that electron-updater installs; an AppImage is replaced without it. */
const INSTALLERS: Partial<Record<PackagedApp['system'], RegExp>> = { win: /-setup\.exe$/, mac: /\.zip$/ };

/** Without this file, electron-updater installs nothing. */
function checkUpdater({ system, resources }: PackagedApp): CheckResult {
  const text = readFileSync(path.join(resources, 'app-update.yml'), 'utf8');
  const problems = /^updaterCacheDirName: \S/m.test(text) ? [] : ['app-update.yml has no updaterCacheDirName.'];
  return verdict(`updater, ${system}`, problems, 'app-update.yml');
}

async function checkFuses({ system, fused }: PackagedApp): Promise<CheckResult> {
  const wire = await getCurrentFuseWire(fused);
  // A fuse is written as the digit 1 or 0.
  const isOn = (fuse: keyof typeof EXPECTED_FUSES): boolean => Number(wire[FuseV1Options[fuse]]) === '1'.charCodeAt(0);
  const names = Object.keys(EXPECTED_FUSES) as (keyof typeof EXPECTED_FUSES)[];
  const wrong = names.filter((name) => isOn(name) !== EXPECTED_FUSES[name]);
  const list = names.map((name) => `${name} ${isOn(name) ? 'on' : 'off'}`).join(', ');
  return verdict(
    `fuses, ${system}`,
    wrong.map((name) => `${name} is wrong`),
    list,
  );
}

/** The runtime compares the header of the archive with a checksum that only a new signature can change. */
function checkArchive(app: PackagedApp): CheckResult {
  const archive = path.join(app.resources, 'app.asar');
  const { headerString } = getRawHeader(archive);
  const hash = createHash('sha256').update(headerString).digest('hex');
  const known = readIntegrity(app);
  const bytes = folderBytes(app.resources);
  const problems = [
    ...(known === null || known === hash ? [] : [`The header is ${hash}, the app expects ${known}.`]),
    ...(bytes <= SIZE_BUDGET_BYTES ? [] : [`${formatBytes(bytes)} is over ${formatBytes(SIZE_BUDGET_BYTES)}.`]),
  ];
  const checksum = known === null ? 'this system checks no checksum' : 'checksum in the app';
  return verdict(`archive, ${app.system}`, problems, `${formatBytes(bytes)}, ${checksum}`);
}

/** The checksum that the app compares with; null on Linux, where Electron has none. */
function readIntegrity({ system, folder, fused }: PackagedApp): string | null {
  if (system === 'linux') return null;
  if (system === 'mac') {
    const { ElectronAsarIntegrity: integrity } = readInfo(folder) as {
      ElectronAsarIntegrity?: Record<string, { hash: string }>;
    };
    return integrity?.['Resources/app.asar']?.hash ?? 'missing';
  }
  const resources = NtExecutableResource.from(NtExecutable.from(readFileSync(fused), { ignoreCert: true }));
  const entry = resources.entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  if (!entry) return 'missing';
  const [first] = JSON.parse(Buffer.from(entry.bin).toString('utf8')) as { value: string }[];
  return first?.value ?? 'missing';
}

function readInfo(bundle: string): Record<string, unknown> {
  return plist.parse(readFileSync(path.join(bundle, 'Contents/Info.plist'), 'utf8')) as Record<string, unknown>;
}

function checkInfo({ folder }: PackagedApp): CheckResult {
  const info = readInfo(folder);
  const text = (key: string): string => String(info[key] ?? '');
  const types = (info['CFBundleDocumentTypes'] ?? []) as Record<string, unknown>[];
  const schemes = ((info['CFBundleURLTypes'] ?? []) as Record<string, unknown>[]).flatMap(
    (type) => type['CFBundleURLSchemes'] as string[],
  );
  const contents = (name: string): string => path.join(folder, 'Contents', name);
  const takesOver = types.filter(
    (type) => type['LSHandlerRank'] !== 'Alternate' && type['CFBundleTypeName'] !== 'Dropforge recipe',
  );
  const problems = [
    ...(text('CFBundleIdentifier') === 'invalid.dropforge.app' ? [] : ['CFBundleIdentifier is another one.']),
    ...(existsSync(contents(`MacOS/${text('CFBundleExecutable')}`)) ? [] : ['CFBundleExecutable names no file.']),
    ...(existsSync(contents(`Resources/${text('CFBundleIconFile')}`)) ? [] : ['CFBundleIconFile names no file.']),
    ...(schemes.join() === 'dropforge' ? [] : [`The link schemes are ${schemes.join(', ')}.`]),
    ...takesOver.map((type) => `${String(type['CFBundleTypeName'])} would become a default program.`),
    ...(existsSync(contents('Resources/bin/dropforge')) ? [] : ['The command line is missing.']),
  ];
  return verdict('Info.plist', problems, `${text('CFBundleIdentifier')} ${text('CFBundleShortVersionString')}`);
}
