// From the command line to `ready`, in Electron's order: main module, browser, ready.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.mjs';
import { startBrowser } from './browser.mjs';
import { startProtocolServer } from './protocol.mjs';
import { state } from './state.mjs';

/** How long the main module may take to evaluate. */
const ENTRY_MS = 15_000;

/** Runs the app in a folder with a package.json, as `electron <folder>` does. */
export async function boot(appDir) {
  state.appDir = path.resolve(appDir);
  Object.assign(state.manifest, JSON.parse(readFileSync(path.join(state.appDir, 'package.json'), 'utf8')));
  pretendToBeElectron();
  process.on('SIGTERM', () => app.quit());
  await startProtocolServer();
  await evaluateMain();
  if (state.quitting) return;
  const profile = path.join(app.getPath('sessionData'), 'chromium');
  const address = await startBrowser(profile, () => {
    if (!state.quitting) app.exit(1);
  });
  if (process.argv.includes('--remote-debugging-port=0')) process.stderr.write(`DevTools listening on ${address}\n`);
  state.ready = true;
  app.emit('will-finish-launching');
  app.emit('ready', {}, {});
}

function pretendToBeElectron() {
  const electron = state.manifest.devDependencies?.electron ?? '0.0.0';
  const versions = Object.freeze({ ...process.versions, electron, chrome: '0' });
  Object.defineProperty(process, 'versions', { value: versions });
  Object.defineProperty(process, 'type', { value: 'browser' });
  Object.defineProperty(process, 'resourcesPath', { value: path.join(state.appDir, 'resources') });
}

async function evaluateMain() {
  const stuck = setTimeout(() => {
    console.error(
      `Electron stand-in: the main module did not finish evaluating in ${ENTRY_MS / 1000} s. \`ready\` comes after it, ` +
        'so a top-level `await app.whenReady()` never ends, here as in Electron.',
    );
    process.exit(70);
  }, ENTRY_MS);
  await import(pathToFileURL(path.join(state.appDir, state.manifest.main ?? 'index.js')).href);
  clearTimeout(stuck);
}
