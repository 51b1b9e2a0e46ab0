import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { autostartPath, toDesktopEntry } from './desktop-entry.ts';
import { findInstalledProgram } from './installed-program.ts';
import { IN_TRAY } from './shell-arguments.ts';

/** Turns starting at login on or off; the app then starts in the tray. On Linux it writes an autostart entry. */
export function setStartAtLogin(isEnabled: boolean): void {
  const command = [...findInstalledProgram(app, process), IN_TRAY];
  if (process.platform !== 'linux') {
    const [file = process.execPath, ...args] = command;
    app.setLoginItemSettings({ openAtLogin: isEnabled, path: file, args });
    return;
  }
  const file = autostartPath(process.env, homedir());
  const entry = toDesktopEntry(command);
  if (isEnabled && readText(file) === entry) return;
  if (!isEnabled) rmSync(file, { force: true });
  else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, entry);
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
