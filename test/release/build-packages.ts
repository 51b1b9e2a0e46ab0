import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runElectronBuilder } from '../packaging/package-app.ts';
import { writeAppImageTools } from './appimage-tools.ts';
import { writeDummyRuntime, type System } from './dummy-runtime.ts';
import { attempt, ok, type CheckResult } from './report.ts';
import { findOnPath, hasTool, missing, type Tool } from './tools.ts';

const FPM = path.join(import.meta.dirname, 'fpm.ts');

/** Builds the app for every system around a runtime that does not run, and the packages whose tools are here. */
export async function buildPackages(output: string): Promise<CheckResult[]> {
  const lacking = FORMATS.flatMap(({ format, tools }) => {
    const tool = tools.find((each) => !hasTool(each));
    return tool === undefined ? [] : [{ format, tool }];
  });
  const results = lacking.map(({ format, tool }) => missing(`build ${format}`, tool));
  // One after the other: each reads all packages, and a small machine has two cores.
  for (const system of ['linux', 'mac', 'win'] as const) {
    const formats = FORMATS.filter(({ format }) => !lacking.some((each) => each.format === format))
      .filter((each) => each.system === system)
      .map(({ format }) => format);
    const args = formats.length > 0 ? formats : ['--dir'];
    results.push(await build(system, [`--${system}`, ...args], output, ['app', ...formats].join(', ')));
  }
  return results;
}

/** Formats that can be built here, and what builds them. */
const FORMATS: readonly { readonly format: string; readonly system: System; readonly tools: readonly Tool[] }[] = [
  { format: 'deb', system: 'linux', tools: ['dpkg-deb'] },
  { format: 'rpm', system: 'linux', tools: ['rpmbuild'] },
  { format: 'AppImage', system: 'linux', tools: ['mksquashfs', 'desktop-file-validate'] },
  { format: 'zip', system: 'mac', tools: ['7zz'] },
];

function build(system: System, args: readonly string[], output: string, what: string): Promise<CheckResult> {
  const name = `build for ${system}`;
  return attempt(name, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'runtime-'));
    try {
      const runtime = writeDummyRuntime(system, path.join(folder, 'runtime'));
      await runElectronBuilder(args, runtime, output, {
        ...{ CUSTOM_FPM_PATH: FPM, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
        ...(args.includes('AppImage') && { APPIMAGE_TOOLS_PATH: writeAppImageTools(path.join(folder, 'appimage')) }),
        ...(args.includes('zip') && { ELECTRON_BUILDER_7ZIP_PATH: findOnPath('7zz')! }),
      });
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
