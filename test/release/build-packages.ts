import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runElectronBuilder } from '../packaging/package-app.ts';
import { writeDummyRuntime, type System } from './dummy-runtime.ts';
import { attempt, ok, type CheckResult } from './report.ts';
import { hasTool, missing } from './tools.ts';

const FPM = path.join(import.meta.dirname, 'fpm.ts');

/** Builds the app for every system around a runtime that does not run, and the packages whose tools are here. */
export async function buildPackages(output: string): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const formats = [
    ...(hasTool('dpkg-deb') ? ['deb'] : []),
    ...(hasTool('rpmbuild') ? ['rpm'] : []),
  ];
  if (!hasTool('dpkg-deb')) results.push(missing('build .deb', 'dpkg-deb'));
  if (!hasTool('rpmbuild')) results.push(missing('build .rpm', 'rpmbuild'));
  const linux = formats.length > 0 ? ['--linux', ...formats] : ['--linux', '--dir'];
  // One after the other: each reads all packages, and a small machine has two cores.
  results.push(await build('linux', linux, output, `app and ${formats.join(' and ') || 'nothing else'}`));
  results.push(await build('mac', ['--mac', '--dir'], output, 'app, not signed'));
  results.push(await build('win', ['--win', '--dir'], output, 'app, not signed'));
  return results;
}

function build(system: System, args: readonly string[], output: string, what: string): Promise<CheckResult> {
  const name = `build for ${system}`;
  return attempt(name, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'runtime-'));
    try {
      const runtime = writeDummyRuntime(system, path.join(folder, 'runtime'));
      await runElectronBuilder(args, runtime, output, { CUSTOM_FPM_PATH: FPM, CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
      return ok(name, what);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Copies what an earlier build left, so that the checks change nothing of it. */
export function copyBuilt(built: string, output: string): void {
  for (const name of readdirSync(built)) {
    const from = path.join(built, name);
    if (from !== output) cpSync(from, path.join(output, name), { recursive: true, verbatimSymlinks: true });
  }
}
