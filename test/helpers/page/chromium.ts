import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where installers put a browser of the Chromium family, besides the search path. */
function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((root) => programs.map((program) => join(root, program)));
  }
  return NAMES.map((name) => `/usr/bin/${name}`);
}

/** The browser to test with: CHROMIUM, one on the search path, or one at a usual place; null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...usualPlaces(), ...onPath].find((file) => existsSync(file)) ?? null;
}

/** As findChromium; throws a sentence that says what to install. */
export function getChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  throw new Error('No Chromium found: install chromium, Google Chrome or Edge, or set CHROMIUM to its path.');
}

/** Switches for a quiet test browser with software WebGL that looks for nothing on a network. */
export function chromiumFlags(): string[] {
  return [
    // Chromium's own sandbox cannot start as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-quic',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-features=MediaRouter,OptimizationHints,Translate',
    '--enable-unsafe-swiftshader',
    '--no-default-browser-check',
    '--no-first-run',
  ];
}
