import path from 'node:path';
import { documentsFolder, programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions, filterInstalled, type InstallPattern } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';

/** SideFX Houdini. */
export const houdini: Target = {
  name: 'houdini',
  title: 'Houdini',
  find: findHoudinis,
  takes: null,
  projects: null,
};

async function findHoudinis(computer: Computer): Promise<Installation[]> {
  const registered = await computer.readRegistry('HKLM\\SOFTWARE\\Side Effects Software', 'InstallPath');
  const named = registered.flatMap(({ key, value }) => {
    const version = /\\Houdini (\d+\.\d+\.\d+)$/.exec(key)?.[1];
    return version ? [{ version, program: path.join(value, 'bin/houdini.exe') }] : [];
  });
  const found = await filterInstalled(computer, [
    ...named,
    ...(await findInstalledVersions(computer, listInstallPatterns(computer))),
  ]);
  return Promise.all(
    found.map(async ({ version, program }) => {
      const series = /^\d+\.\d+/.exec(version)?.[0] ?? version;
      return { version, program, place: await findSettings(computer, series) };
    }),
  );
}

function listInstallPatterns(computer: Computer): InstallPattern[] {
  const pattern = /^(?:Houdini ?|hfs)(\d+\.\d+\.\d+)$/;
  if (computer.platform === 'win32') {
    const folders = programFiles(computer).map((folder) => path.join(folder, 'Side Effects Software'));
    return folders.map((folder) => ({ folder, pattern, executable: 'bin/houdini.exe' }));
  }
  const inside = 'Frameworks/Houdini.framework/Versions/Current/Resources/bin/houdini';
  return computer.platform === 'darwin'
    ? [{ folder: '/Applications/Houdini', pattern, executable: inside }]
    : [{ folder: '/opt', pattern, executable: 'bin/houdini' }];
}

/** The settings folder of all releases of a series, such as 20.5. */
async function findSettings(computer: Computer, series: string): Promise<string> {
  const { platform, env, home } = computer;
  const chosen = env['HOUDINI_USER_PREF_DIR'];
  if (chosen) return chosen.replaceAll('__HVER__', series);
  if (platform === 'win32') return path.join(await documentsFolder(computer), `houdini${series}`);
  if (platform === 'darwin') return path.join(home, 'Library/Preferences/houdini', series);
  return path.join(home, `houdini${series}`);
}
