import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** A screen in memory (Xvfb). */
export interface Display {
  /** For DISPLAY. */
  readonly name: string;
  /** Waits for a window with this title; returns its id. */
  whenWindow(title: string): Promise<string>;
  /** Asks a window to close, as its close button does. */
  closeWindow(id: string): Promise<void>;
  /** The whole screen as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const PROGRAMS = ['Xvfb', 'xwininfo', 'import', 'python3'];

/** True if all programs that a display needs are installed. */
export const HAS_DISPLAY_PROGRAMS = PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);

/** Starts a screen of 1600 × 1000 pixels that no other computer reaches. */
export async function startDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // Xvfb writes the number and the end of the line apart.
  let number = '';
  while (!number.endsWith('\n')) number += String(((await once(server.stdio[3]!, 'data')) as [Buffer])[0]);
  const name = `:${number.trim()}`;
  const listWindows = async (): Promise<string> => (await run('xwininfo', ['-display', name, '-root', '-tree'])).stdout;
  return {
    name,
    whenWindow: async (title) => {
      const pattern = new RegExp(`(0x[0-9a-f]+) "${title}"`);
      await expect.poll(listWindows, { timeout: 60_000 }).toMatch(pattern);
      return pattern.exec(await listWindows())?.[1] ?? '';
    },
    closeWindow: async (id) =>
      void (await run('python3', [path.join(import.meta.dirname, 'close-window.py'), name, id])),
    screenshot: async () => {
      const args = ['-display', name, '-window', 'root', 'png:-'];
      return (await run('import', args, { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 })).stdout;
    },
    close: async () => {
      server.kill();
      await once(server, 'exit');
    },
  };
}
