import path from 'node:path';
import { findMatchingEntries, programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions, type InstallPattern } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';

/** Maxon Cinema 4D; the Linux version has no window. */
export const cinema4d: Target = {
  name: 'cinema4d',
  title: 'Cinema 4D',
  find: findCinemas,
  takes: null,
  projects: null,
};

const FOLDER = /^(?:Maxon )?Cinema 4D (R?\d+)$/;

async function findCinemas(computer: Computer): Promise<Installation[]> {
  const found = await findInstalledVersions(computer, listInstallPatterns(computer));
  const { platform, env, home } = computer;
  const roaming = env['APPDATA'] ?? path.join(home, 'AppData/Roaming');
  const settings = path.join(platform === 'win32' ? roaming : path.join(home, 'Library/Preferences'), 'Maxon');
  return Promise.all(
    found.map(async ({ version, program }) => {
      // The name ends in a checksum of the install path, so the folder exists only after Cinema 4D has run once.
      const [place] = await findMatchingEntries(
        computer,
        settings,
        new RegExp(`^(?:Maxon )?Cinema 4D ${version}_[0-9A-F]+$`),
      );
      return { version, program, place: place ? path.join(place.path, 'plugins') : null };
    }),
  );
}

function listInstallPatterns(computer: Computer): InstallPattern[] {
  if (computer.platform === 'win32') {
    return programFiles(computer).map((folder) => ({ folder, pattern: FOLDER, executable: 'Cinema 4D.exe' }));
  }
  const executable = 'Cinema 4D.app/Contents/MacOS/Cinema 4D';
  return computer.platform === 'darwin' ? [{ folder: '/Applications', pattern: FOLDER, executable }] : [];
}
