import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** What marks the fuses in an Electron executable; from @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The nine fuses as Electron 45 is shipped, in the order of its wire: `1` is on, `0` is off. */
const SHIPPED = '101100011';

/**
 * Packages the built app for Linux into a folder, as `electron-builder --dir` does, around an executable that holds
 * nothing but fuses; answers the folder of the packaged app.
 */
export async function packageApp(folder: string): Promise<string> {
  const dist = join(folder, 'electron');
  mkdirSync(dist);
  const wire = Buffer.concat([Buffer.from([1, SHIPPED.length]), Buffer.from(SHIPPED)]);
  const binary = Buffer.concat([Buffer.alloc(64), Buffer.from(SENTINEL), wire, Buffer.alloc(64)]);
  writeFileSync(join(dist, 'electron'), binary);
  chmodSync(join(dist, 'electron'), 0o755);
  const output = join(folder, 'release');
  const cli = join(root, 'node_modules/electron-builder/cli.js');
  const switches = ['--linux', '--dir', `-c.electronDist=${dist}`, `-c.directories.output=${output}`];
  await promisify(execFile)(process.execPath, [cli, ...switches], { cwd: root, maxBuffer: 2 ** 26 });
  return join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
}
