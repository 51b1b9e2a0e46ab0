import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** What marks the fuses in an Electron executable; from @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The nine fuses as Electron 45 is shipped, in the order of its wire: `1` is on, `0` is off. */
const SHIPPED = '101100011';

/** Bytes of an executable that hold the fuses as Electron is shipped, and nothing else. */
export const FUSES_AS_SHIPPED = Buffer.concat([
  Buffer.alloc(64),
  Buffer.from(SENTINEL),
  Buffer.from([1, SHIPPED.length]),
  Buffer.from(SHIPPED),
  Buffer.alloc(64),
]);

/** Runs electron-builder around a runtime, into a folder. */
export async function runElectronBuilder(
  args: readonly string[],
  runtime: string,
  output: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cli = join(root, 'node_modules/electron-builder/cli.js');
  const switches = [...args, `-c.electronDist=${runtime}`, `-c.directories.output=${output}`];
  const options = { cwd: root, maxBuffer: 2 ** 26, env: { ...process.env, ...env } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...switches], options);
  return stdout + stderr;
}

/**
 * Packages the built app for Linux into a folder, as `electron-builder --dir` does, around an executable that holds
 * nothing but fuses; answers the folder of the packaged app.
 */
export async function packageApp(folder: string): Promise<string> {
  const dist = join(folder, 'electron');
  mkdirSync(join(dist, 'locales'), { recursive: true });
  writeFileSync(join(dist, 'locales/en-US.pak'), '');
  writeFileSync(join(dist, 'electron'), FUSES_AS_SHIPPED);
  chmodSync(join(dist, 'electron'), 0o755);
  const output = join(folder, 'release');
  await runElectronBuilder(['--linux', '--dir'], dist, output);
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}
