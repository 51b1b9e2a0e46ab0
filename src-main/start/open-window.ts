import { existsSync } from 'node:fs';
import path from 'node:path';
import { findElectron } from '../base/find-electron.ts';
import { PROJECT_ROOT } from '../base/project-root.ts';
import { downloadElectron } from './download-electron.ts';
import { isInterrupted, withSignals } from './signals.ts';
import { runElectron, type WindowResult } from './run-electron.ts';

/** Shows the window until it is closed, fetching Electron first where it is missing; or says why it cannot. */
export async function openWindow(home: string | null): Promise<WindowResult> {
  const binary = overriddenElectron() ?? findElectron() ?? (await fetchBinary());
  if (typeof binary !== 'string') return binary;
  return runElectron(binary, home);
}

/** The binary of a folder the person names, as the electron package itself understands the variable. */
function overriddenElectron(): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder) return null;
  const binary = path.resolve(folder, process.platform === 'win32' ? 'electron.exe' : 'electron');
  return existsSync(binary) ? binary : null;
}

async function fetchBinary(): Promise<string | WindowResult> {
  process.stderr.write('Electron is not installed yet: fetching it, once (about 120 MB)…\n');
  const fetched = await withSignals((signal) =>
    downloadElectron({
      packageFolder: path.join(PROJECT_ROOT, 'node_modules', 'electron'),
      downloadFolder: path.join(PROJECT_ROOT, '.cache', 'electron-download'),
      signal,
    }),
  );
  if (isInterrupted(fetched)) return { code: fetched.code };
  if (fetched.refused !== null) return { refused: fetched.refused };
  return findElectron() ?? { refused: 'Electron was fetched, but its program is not there.' };
}
