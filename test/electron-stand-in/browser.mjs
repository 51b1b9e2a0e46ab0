// The Chromium behind the windows: one process per app, reached over its DevTools socket.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { state } from './state.mjs';

const flags = [
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-popup-blocking',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--password-store=basic',
  '--no-proxy-server',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE *.localhost, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** Starts Chromium on a profile and fills `state.context`; returns the DevTools address. */
export async function startBrowser(profile, onExit) {
  const headless = process.env.STAND_IN_HEADED === '1' ? [] : ['--headless'];
  const child = spawn(getChromium(), [...headless, ...chromiumFlags(), ...flags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  child.on('exit', onExit);
  const address = await devToolsAddress(child);
  const browser = await chromium.connectOverCDP(address, { isLocal: true });
  [state.context] = browser.contexts();
  return address;
}

function devToolsAddress(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium did not start:\n${text}`)));
  });
}
