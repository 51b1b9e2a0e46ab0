import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { autostartPath, toDesktopEntry } from './desktop-entry.ts';

/** Starts the app with the session, in the tray where there is one, or no longer. A Linux desktop reads a file for it. */
export function setStartAtLogin(on: boolean): void {
  const words = [process.execPath, ...(app.isPackaged ? [] : [app.getAppPath()]), IN_TRAY];
  if (process.platform !== 'linux') {
    const [file = process.execPath, ...args] = words;
    app.setLoginItemSettings({ openAtLogin: on, path: file, args });
    return;
  }
  const file = autostartPath(process.env, homedir());
  const entry = toDesktopEntry(words);
  if (on && readText(file) === entry) return;
  if (!on) rmSync(file, { force: true });
  else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, entry);
  }
}

/** The word on the command line that keeps the window closed at the start. */
export const IN_TRAY = '--in-tray';

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
