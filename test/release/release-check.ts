import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BUILD_PARTS } from '../../src-main/cli/lib/build-parts.ts';
import { ensureBuild } from '../../src-main/cli/lib/ensure-build.ts';
import { folderBytes } from '../helpers/folder-bytes.ts';
import { buildPackages, copyBuilt } from './build-packages.ts';
import { checkApps } from './check-apps.ts';
import { checkFeeds } from './check-feeds.ts';
import { checkLockfile } from './check-lockfile.ts';
import { checkPackages } from './check-packages.ts';
import { findPackagedApps, findPackages } from './packaged-apps.ts';
import { REMAINING_STEPS } from './remaining-steps.ts';
import { attempt, formatBytes, formatResult, type CheckResult } from './report.ts';
import { startArchive } from './start-archive.ts';
import { installTools } from './tools.ts';
import { VERSION } from '../../src-main/base/project-root.ts';
import { writeReleaseFiles } from './write-release-files.ts';

// Builds and checks everything of a release that needs neither the Electron runtime nor a signing key; see docs/release.md.
const { values } = parseArgs({
  options: {
    /** Installs missing programs, as root on Debian. */
    install: { type: 'boolean', default: false },
    /** Asks the registry for the age of new packages and for advisories. */
    online: { type: 'boolean', default: false },
    /** Checks what electron-builder left in this folder instead of building. */
    built: { type: 'string' },
  },
});

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'release/check');

process.exitCode = await run();

async function run(): Promise<number> {
  process.chdir(root);
  if (values.install) installTools();
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const results: CheckResult[] = [];
  const add = (found: readonly CheckResult[]): void => {
    results.push(...found);
    for (const result of found) process.stdout.write(`${formatResult(result)}\n`);
  };
  add(await checkLockfile(values.online));
  if (values.built === undefined) {
    await ensureBuild(...BUILD_PARTS);
    add(await buildPackages(output));
  } else copyBuilt(path.resolve(values.built), output);
  add(await checkApps(output));
  add(await checkPackages(output));
  add([await attempt('start from the archive', () => startArchive(output))]);
  add(await writeReleaseFiles(output));
  add(await checkFeeds(output, VERSION));
  printBuilt();
  printRemaining();
  return printCounts(results);
}

function printBuilt(): void {
  process.stdout.write(`\nBuilt in ${path.relative(root, output)}:\n`);
  for (const { folder } of findPackagedApps(output)) print(path.relative(output, folder), folderBytes(folder));
  for (const name of findPackages(output)) print(name, statSync(path.join(output, name)).size);
}

function print(name: string, bytes: number): void {
  process.stdout.write(`${formatBytes(bytes).padStart(10)}  ${name}\n`);
}

function printRemaining(): void {
  process.stdout.write('\nNot shown here, with the command for each:\n');
  for (const [what, command] of REMAINING_STEPS) process.stdout.write(`  ${what}\n    ${command}\n`);
}

function printCounts(results: readonly CheckResult[]): number {
  const count = (status: CheckResult['status']): number => results.filter((result) => result.status === status).length;
  process.stdout.write(`\n${count('ok')} passed, ${count('failed')} failed, ${count('missing')} missing\n`);
  return count('failed') > 0 ? 1 : 0;
}
