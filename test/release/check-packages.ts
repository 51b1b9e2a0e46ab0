import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPackages } from './packaged-apps.ts';
import { attempt, verdict, type CheckResult } from './report.ts';
import { hasTool, missing, runTool, type Tool } from './tools.ts';

const root = path.resolve(import.meta.dirname, '../..');
const METAINFO = path.join(root, 'assets/linux/invalid.dropforge.app.metainfo.xml');
const FLATPAK = path.join(root, 'assets/linux/invalid.dropforge.app.yml');

/** Checks the packages with the checkers of their systems. */
export async function checkPackages(output: string): Promise<CheckResult[]> {
  const packages = findPackages(output).map((name) => path.join(output, name));
  const debs = packages.filter((file) => file.endsWith('.deb'));
  const rpms = packages.filter((file) => file.endsWith('.rpm'));
  const results: CheckResult[] = [];
  for (const file of debs) {
    results.push(await withTool('lintian', 'lintian', () => checkDeb(file)));
    results.push(await withTool('desktop file', 'desktop-file-validate', () => checkDesktopFile(file)));
  }
  for (const file of rpms) results.push(await withTool('rpmlint', 'rpmlint', () => checkRpm(file)));
  results.push(await withTool('AppStream', 'appstreamcli', checkMetainfo));
  results.push(await withTool('Flatpak manifest', 'flatpak-builder', checkFlatpak));
  results.push(await withTool('NSIS macros', 'makensis', checkInstaller));
  return results;
}

function withTool(name: string, tool: Tool, run: () => Promise<CheckResult>): Promise<CheckResult> {
  return hasTool(tool) ? attempt(name, run) : Promise.resolve(missing(name, tool));
}

/** Errors and warnings fail; exceptions are in assets/linux/lintian-overrides, with their reasons. */
async function checkDeb(file: string): Promise<CheckResult> {
  const { text } = await runTool('lintian', ['--allow-root', '--tag-display-limit', '0', file]);
  const found = text.split('\n').filter((line) => /^[EW]: /.test(line));
  return verdict('lintian', found, `${path.basename(file)}: no error and no warning`);
}

/** Errors and warnings fail; exceptions are in rpmlint.toml, with their reasons. */
async function checkRpm(file: string): Promise<CheckResult> {
  const config = path.join(import.meta.dirname, 'rpmlint.toml');
  const { text } = await runTool('rpmlint', ['--config', config, file]);
  const found = text.split('\n').filter((line) => /: [EW]: /.test(line));
  return verdict('rpmlint', found, `${path.basename(file)}: no error and no warning`);
}

async function checkDesktopFile(deb: string): Promise<CheckResult> {
  return await inFolder(async (folder) => {
    await runTool('dpkg-deb', ['-x', deb, folder]);
    const [file = ''] = globSync('usr/share/applications/*.desktop', { cwd: folder });
    const { code, text } = await runTool('desktop-file-validate', ['--warn-kde', path.join(folder, file)]);
    const problems = code !== 0 || text !== '' ? [text] : [];
    return verdict('desktop file', problems, `${path.basename(file)}: valid, with its actions and types`);
  });
}

async function checkMetainfo(): Promise<CheckResult> {
  const { code, text } = await runTool('appstreamcli', ['validate', '--no-net', METAINFO]);
  return verdict('AppStream', code === 0 ? [] : [text], text.split('\n').at(-1) ?? '');
}

async function checkFlatpak(): Promise<CheckResult> {
  return await inFolder(async (folder) => {
    const args = ['--show-manifest', FLATPAK];
    const { code, text } = await runTool('flatpak-builder', args, folder);
    return verdict(
      'Flatpak manifest',
      code === 0 ? [] : [text],
      'read by flatpak-builder; not built without its runtime',
    );
  });
}

/** Compiles the macros of the installer in one that does nothing else. */
async function checkInstaller(): Promise<CheckResult> {
  return await inFolder(async (folder) => {
    const macros = path.join(root, 'assets/windows/installer.nsh');
    const script = `Unicode true
!define APP_EXECUTABLE_FILENAME "Dropforge.exe"
!include "${macros}"
Name test
OutFile "${path.join(folder, 'test.exe')}"
Section
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  !insertmacro customInstall
SectionEnd
Section un.
  !insertmacro customUnInstall
SectionEnd
`;
    writeFileSync(path.join(folder, 'test.nsi'), script);
    const { code, text } = await runTool('makensis', ['-V2', '-WX', path.join(folder, 'test.nsi')]);
    const keys = readFileSync(macros, 'utf8').match(/insertmacro \$\{MACRO\}/g)?.length ?? 0;
    return verdict('NSIS macros', code === 0 ? [] : [text], `compiled; “Open with” for ${keys} types`);
  });
}

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
