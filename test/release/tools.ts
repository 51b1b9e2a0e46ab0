import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CheckResult } from './report.ts';

/** Programs of the system that the checks run, with their packages on Debian. */
const TOOLS = {
  'dpkg-deb': 'dpkg',
  rpmbuild: 'rpm',
  lintian: 'lintian',
  rpmlint: 'rpmlint',
  'desktop-file-validate': 'desktop-file-utils',
  appstreamcli: 'appstream',
  'flatpak-builder': 'flatpak-builder',
  makensis: 'nsis',
  mksquashfs: 'squashfs-tools',
  '7zz': '7zip',
} as const;

/** A program that the checks run. */
export type Tool = keyof typeof TOOLS;

/** True if a program is on the path. */
export function hasTool(tool: Tool): boolean {
  return findOnPath(tool) !== null;
}

/** The file of a program on the path; null if it is not installed. */
export function findOnPath(tool: Tool): string | null {
  const files = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, tool));
  return files.find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the missing programs as root on Debian and its kin; throws elsewhere. */
export function installTools(): void {
  const packages = (Object.keys(TOOLS) as Tool[]).filter((tool) => !hasTool(tool)).map((tool) => TOOLS[tool]);
  if (packages.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`--install needs root and apt. Install these packages: ${packages.join(', ')}.`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/** The result of a check whose program is not installed. */
export function missing(name: string, tool: Tool): CheckResult {
  return { name, status: 'missing', detail: `${tool} is not installed. On Debian: apt-get install ${TOOLS[tool]}` };
}

/** What a program printed, and its exit status. */
export interface ToolOutput {
  readonly code: number;
  readonly text: string;
}

/** Runs a program in English; it may fail. */
export async function runTool(tool: string, args: readonly string[], cwd?: string): Promise<ToolOutput> {
  const options = { maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C.UTF-8' }, ...(cwd !== undefined && { cwd }) };
  try {
    const { stdout, stderr } = await promisify(execFile)(tool, [...args], options);
    return { code: 0, text: (stdout + stderr).trim() };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, text: (stdout + stderr).trim() };
  }
}
