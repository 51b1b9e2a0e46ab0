import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import { BRIDGES } from '../python.ts';
import { BLENDER, blenderHome, runBlender } from './program.ts';

/** A Blender with a window on a screen in memory, with the add-on installed and on. */
export interface WindowSession {
  readonly child: ChildProcess;
  /** Whether `window.py` said something. */
  hasSaid(name: string): boolean;
  /** What it said, as text. */
  said(name: string): string;
  /** When it last said it, epoch ms. */
  saidAt(name: string): number;
  /** Where it is told things, by files with these names. */
  readonly says: string;
  log(): string;
  stop(): Promise<void>;
}

interface Places {
  /** The output folder it watches. */
  readonly folder: string;
  /** An empty folder for its settings. */
  readonly home: string;
  /** An empty folder to talk through. */
  readonly says: string;
  readonly picture: string;
  readonly target: string;
}

const SCRIPT = path.join(import.meta.dirname, 'window.py');

/** Starts it; resolves once it is started, before it has drawn anything. */
export async function startWindow({ folder, home, says, picture, target }: Places): Promise<WindowSession> {
  const env = blenderHome(home);
  installAddOn(env.BLENDER_USER_SCRIPTS);
  mkdirSync(env['BLENDER_USER_CONFIG']!, { recursive: true });
  mkdirSync(path.dirname(picture), { recursive: true });
  const enable = path.join(BRIDGES, 'blender/enable.py');
  const enabled = await runBlender(enable, ['--folder', folder, '--target', target], env);
  if (enabled.code !== 0) throw new Error(enabled.errors);
  const screen = await startScreen();
  const args = ['--enable-event-simulate', '--window-geometry', '0', '0', '1280', '800'];
  const logPath = path.join(says, 'log');
  const log = openSync(logPath, 'w');
  const child = spawn(BLENDER!, [...args, '--python', SCRIPT, '--', says, picture], {
    env: { ...process.env, ...env, DISPLAY: screen.name },
    stdio: ['ignore', log, log],
  });
  return {
    child,
    says,
    hasSaid: (name) => existsSync(path.join(says, name)),
    said: (name) => readFileSync(path.join(says, name), 'utf8'),
    saidAt: (name) => statSync(path.join(says, name)).mtimeMs,
    log: () => readFileSync(logPath, 'utf8'),
    stop: async () => {
      await end(child);
      await end(screen.child);
    },
  };
}

/** The receipts that lie in an output folder. */
export function readReceipts(folder: string): Receipt[] {
  const place = path.join(folder, '.dropforge/receipts');
  if (!existsSync(place)) return [];
  const files = readdirSync(place).filter((file) => !file.startsWith('.'));
  return files.map((file) => receipt.parse(JSON.parse(readFileSync(path.join(place, file), 'utf8'))));
}

/** A screen in memory, and its name. */
async function startScreen(): Promise<{ child: ChildProcess; name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // The pipe stays open: Xvfb writes the number and the end of the line apart, and dies of a closed one.
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  while (!said.endsWith('\n')) await pause(25);
  return { child, name: `:${said.trim()}` };
}

/** Installs the add-on as the app does: its own folder with the core inside. */
function installAddOn(scripts: string): void {
  const addOn = path.join(scripts, 'addons/dropforge_blender');
  const filter = (file: string): boolean => !file.endsWith('__pycache__');
  cpSync(path.join(BRIDGES, 'blender/dropforge_blender'), addOn, { recursive: true, filter });
  cpSync(path.join(BRIDGES, 'dropforge_bridge'), path.join(addOn, 'dropforge_bridge'), { recursive: true, filter });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  child.kill();
  await gone;
}
