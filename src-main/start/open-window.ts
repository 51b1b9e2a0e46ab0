import { existsSync } from 'node:fs';
import path from 'node:path';
import { findElectron } from '../base/find-electron.ts';
import { PROJECT_ROOT } from '../base/project-root.ts';
import { downloadElectron } from './download-electron.ts';
import { isInterrupted, withSignals } from './signals.ts';
import { runElectron, type WindowResult } from './run-electron.ts';

/** Opens the window and waits until it is closed; downloads Electron first if it is missing. */
export async function openWindow(home: string | null): Promise<WindowResult> {
  const binary = overriddenElectron() ?? findElectron() ?? (await downloadBinary());
  if (typeof binary !== 'string') return binary;
  return runElectron(binary, home);
}

/** The binary in ELECTRON_OVERRIDE_DIST_PATH, a variable of the electron package. */
function overriddenElectron(): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder) return null;
  const binary = path.resolve(folder, process.platform === 'win32' ? 'electron.exe' : 'electron');
  return existsSync(binary) ? binary : null;
}

async function downloadBinary(): Promise<string | WindowResult> {
  process.stderr.write('Electron is not installed. Downloading it once (about 120 MB)…\n');
  const result = await withSignals((signal) =>
    downloadElectron({
      packageFolder: path.join(PROJECT_ROOT, 'node_modules', 'electron'),
      // Of this process alone: another start may be downloading, too.
      downloadFolder: path.join(PROJECT_ROOT, '.cache', `electron-download-${process.pid}`),
      signal,
    }),
  );
  if (isInterrupted(result)) return { code: result.code };
  if (result.failureReason !== null) return { failureReason: result.failureReason };
  return findElectron() ?? { failureReason: 'Electron was downloaded, but its executable is missing.' };
}
