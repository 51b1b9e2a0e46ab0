import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const CLI = path.join(import.meta.dirname, '../../../../src-main/cli.ts');

/** What makes a command find no keychain, whatever this computer has. */
export const NO_KEYCHAIN = ['env', 'DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent', 'XDG_RUNTIME_DIR=/nonexistent'];

/** Everything a person saw on the terminal, and how the command ended. */
export interface Seen {
  readonly code: number | null;
  readonly screen: string;
}

/** What a person types, and the prompt they wait for. */
export interface Typing {
  readonly prompt: string;
  readonly typed: string;
}

/**
 * Runs `dropforge` on a pseudo-terminal and types once the prompt is there; typed earlier, the terminal would show it. `ahead` is
 * typed before the command starts.
 */
export async function runOnTerminal(
  args: readonly string[],
  wrap: readonly string[],
  { prompt, typed }: Typing,
  ahead = '',
): Promise<Seen> {
  const command = [...wrap, process.execPath, CLI, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const child = spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null']);
  let screen = '';
  let hasTyped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    if (hasTyped || !screen.includes(prompt)) return;
    hasTyped = true;
    child.stdin.write(typed);
  });
  child.stdin.on('error', () => undefined).write(ahead);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, screen };
}

/** The `script` of util-linux gives a command a terminal of its own; others take other options. */
export function hasScript(): boolean {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  const there = stdout?.includes('util-linux') ?? false;
  if (!there) console.warn('Left out: the prompt on a terminal, because there is no “script” of util-linux.');
  return there;
}
