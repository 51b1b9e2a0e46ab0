import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Desktop } from '../../app-deps.ts';
import { hasDisplay } from '../../base/has-display.ts';

/** Desktop features for a browser tab: it can show a folder in the file manager where there is a display. */
export function createBrowserDesktop(): Desktop {
  return { revealPath: hasDisplay() ? (target) => void reveal(target) : null, chooseFolder: null, startDrag: null };
}

/** Opens the folder, never the file, which could start the program registered for it. */
async function reveal(target: string): Promise<void> {
  const facts = await stat(target).catch(() => null);
  const folder = facts?.isDirectory() ? target : path.dirname(target);
  const { default: open } = await import('open');
  const child = await open(folder).catch(() => null);
  child?.on('error', () => undefined);
}
