import path from 'node:path';
import { documentsFolder, programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions, filterInstalled, type InstallPattern } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';

/** Autodesk Maya. */
export const maya: Target = {
  name: 'maya',
  title: 'Maya',
  find: findMayas,
  takes: null,
  projects: null,
};

const FOLDER = /^[Mm]aya(20\d\d)$/;

async function findMayas(computer: Computer): Promise<Installation[]> {
  const registered = await computer.readRegistry('HKLM\\SOFTWARE\\Autodesk\\Maya', 'MAYA_INSTALL_LOCATION');
  const named = registered.flatMap(({ key, value }) => {
    const version = /\\Maya\\(20\d\d)\\/.exec(key)?.[1];
    return version ? [{ version, program: path.join(value, 'bin/maya.exe') }] : [];
  });
  const installed = await findInstalledVersions(computer, listInstallPatterns(computer));
  const settings = await findSettings(computer);
  const found = await filterInstalled(computer, [...named, ...installed]);
  return found.map(({ version, program }) => ({ version, program, place: path.join(settings, version, 'modules') }));
}

function listInstallPatterns(computer: Computer): InstallPattern[] {
  if (computer.platform === 'win32') {
    const folders = programFiles(computer).map((folder) => path.join(folder, 'Autodesk'));
    return folders.map((folder) => ({ folder, pattern: FOLDER, executable: 'bin/maya.exe' }));
  }
  return computer.platform === 'darwin'
    ? [{ folder: '/Applications/Autodesk', pattern: FOLDER, executable: 'Maya.app/Contents/bin/maya' }]
    : [{ folder: '/usr/autodesk', pattern: FOLDER, executable: 'bin/maya' }];
}

/** The settings folder that contains the version folders. */
async function findSettings(computer: Computer): Promise<string> {
  const { platform, env, home } = computer;
  if (env['MAYA_APP_DIR']) return env['MAYA_APP_DIR'];
  if (platform === 'win32') return path.join(await documentsFolder(computer), 'maya');
  return platform === 'darwin' ? path.join(home, 'Library/Preferences/Autodesk/maya') : path.join(home, 'maya');
}
