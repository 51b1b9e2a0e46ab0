import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import plist from 'plist';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { FUSES_AS_SHIPPED } from '../packaging/package-app.ts';

/** A system that packages are built for. */
export type System = 'linux' | 'mac' | 'win';

/** The helper apps of Electron for macOS. */
const HELPERS = ['', ' (Renderer)', ' (GPU)', ' (Plugin)'];

/**
 * Writes a runtime of the layout that Electron has, with fuses as Electron ships them and nothing that runs; returns its
 * folder.
 */
export function writeDummyRuntime(system: System, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Buffer, mode = 0o644): void => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  if (system === 'mac') {
    writeMacApp(write);
    const framework = path.join(folder, FRAMEWORK);
    symlinkSync('A', path.join(framework, 'Versions/Current'));
    symlinkSync('Versions/Current/Electron Framework', path.join(framework, 'Electron Framework'));
    symlinkSync('Versions/Current/Resources', path.join(framework, 'Resources'));
    return folder;
  }
  for (const language of ['en-US', 'zh-CN', 'fr']) write(`locales/${language}.pak`, language);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) write(name, `${name} of a dummy\n`);
  if (system === 'linux') {
    write('electron', Buffer.concat([systemProgram(), FUSES_AS_SHIPPED]), 0o755);
    write('chrome-sandbox', systemProgram(), 0o755);
  } else write('electron.exe', Buffer.concat([windowsProgram(), FUSES_AS_SHIPPED]));
  return folder;
}

const FRAMEWORK = 'Electron.app/Contents/Frameworks/Electron Framework.framework';

function writeMacApp(write: (name: string, content: string | Buffer, mode?: number) => void): void {
  const contents = 'Electron.app/Contents';
  write(`${contents}/MacOS/Electron`, 'dummy', 0o755);
  write(`${contents}/Info.plist`, toPlist('Electron'));
  write(`${contents}/Resources/en.lproj/locale.pak`, '');
  write(`${FRAMEWORK}/Versions/A/Electron Framework`, FUSES_AS_SHIPPED, 0o755);
  for (const language of ['en', 'zh_CN', 'fr'])
    write(`${FRAMEWORK}/Versions/A/Resources/${language}.lproj/locale.pak`, '');
  for (const helper of HELPERS) {
    const name = `Electron Helper${helper}`;
    write(`${contents}/Frameworks/${name}.app/Contents/Info.plist`, toPlist(name));
    write(`${contents}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'dummy', 0o755);
  }
}

/** A real program of this system, so that a package checker sees what it expects; empty where there is none. */
function systemProgram(): Buffer {
  return existsSync('/bin/true') ? readFileSync('/bin/true') : Buffer.alloc(0);
}

/** An empty program with the version that electron-builder edits. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

function toPlist(name: string): string {
  return plist.build({ CFBundleExecutable: name, CFBundleIdentifier: `com.github.${name}`, CFBundleName: name });
}
