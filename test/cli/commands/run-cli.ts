import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const CLI = path.join(import.meta.dirname, '../../../src-main/cli.ts');

/** A home without keychain, whatever this computer has. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' };

/** What a command said. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout, when it is JSON. */
  readonly last: Readonly<Record<string, unknown>> | null;
}

/** Runs a command to its end with something on its standard input; `wrap` is the command line it is started through. */
export async function runCli(args: readonly string[], input = '', wrap: readonly string[] = []): Promise<Said> {
  const [program = '', ...rest] = [...wrap, process.execPath, CLI, ...args];
  const { DISPLAY: _display, DROPFORGE_HOME: _home, ...clean } = process.env;
  const child = spawn(program, rest, { env: { ...clean, ...(wrap.length > 0 ? {} : NO_KEYCHAIN) } });
  child.stdin.on('error', () => undefined).end(input);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  return { code, stdout, stderr, last: /^[{[]/.test(line) ? (JSON.parse(line) as Said['last']) : null };
}
