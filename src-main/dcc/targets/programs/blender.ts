import path from 'node:path';
import { readProgramVersion } from '../../detect/read-program-version.ts';
import {
  compareVersions,
  findMatchingEntries,
  findOnPath,
  filterExisting,
  filterPrograms,
  programFiles,
  type Computer,
} from '../../detect/computer.ts';
import type { Installation, Target } from '../target.ts';

/** Blender 3.4 and later. */
export const blender: Target = {
  name: 'blender',
  title: 'Blender',
  find: findBlenders,
  takes: null,
  projects: null,
};

/** Version as in Blender's folder names. */
const SERIES = /^(\d+\.\d+)$/;

/** Flatpak id, also the name of its settings folder below the home folder. */
const FLATPAK = 'org.blender.Blender';

async function findBlenders(computer: Computer): Promise<Installation[]> {
  const programs = await filterPrograms(computer, await listPrograms(computer));
  const found = await Promise.all(programs.map((program) => describe(computer, program)));
  return found.sort((one, other) => compareVersions(other.version ?? '', one.version ?? ''));
}

async function listPrograms(computer: Computer): Promise<string[]> {
  const { platform, env, home } = computer;
  const onPath = await findOnPath(computer, ['blender']);
  if (platform === 'win32') {
    const folders = await Promise.all(
      programFiles(computer).map((folder) =>
        findMatchingEntries(computer, path.join(folder, 'Blender Foundation'), /^Blender/),
      ),
    );
    const steam = path.join(programFiles(computer).at(-1) ?? '', 'Steam/steamapps/common/Blender/blender.exe');
    const store = path.join(env['LOCALAPPDATA'] ?? '', 'Microsoft/WindowsApps/blender.exe');
    const installed = folders.flat().map((entry) => path.join(entry.path, 'blender.exe'));
    return [...onPath, ...installed, steam, ...(env['LOCALAPPDATA'] ? [store] : [])];
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', path.join(home, 'Applications')];
    const apps = await Promise.all(folders.map((folder) => findMatchingEntries(computer, folder, /^Blender.*\.app$/)));
    const programs = apps.flat().map((entry) => path.join(entry.path, 'Contents/MacOS/Blender'));
    return [...onPath, ...programs];
  }
  const unpacked = await Promise.all(
    ['/opt', home, path.join(home, 'Applications')].map((folder) => findMatchingEntries(computer, folder, /^blender/i)),
  );
  // Programs in these folders are not started to read their version; a real Blender has a version folder.
  const named = await Promise.all(unpacked.flat().map((entry) => findMatchingEntries(computer, entry.path, SERIES)));
  const real = unpacked.flat().filter((_, index) => (named[index]?.length ?? 0) > 0);
  return [
    ...onPath,
    ...real.map((entry) => path.join(entry.path, 'blender')),
    path.join(home, '.local/share/Steam/steamapps/common/Blender/blender'),
    `/var/lib/flatpak/exports/bin/${FLATPAK}`,
    path.join(home, '.local/share/flatpak/exports/bin', FLATPAK),
  ];
}

async function describe(computer: Computer, program: string): Promise<Installation> {
  const real = await computer.resolve(program);
  const isFlatpak = path.basename(program) === FLATPAK;
  // A downloaded Blender has a version folder beside the program, on macOS in Resources.
  const beside = await Promise.all(
    [path.dirname(real), path.join(real, '../../Resources')].map((folder) =>
      findMatchingEntries(computer, folder, SERIES),
    ),
  );
  const series = beside.flat()[0]?.match ?? (await readProgramVersion(program, '--version', /^Blender (\d+\.\d+)/m));
  const place = series === null ? null : await findScripts(computer, path.dirname(real), series, isFlatpak);
  return { version: series, program, place };
}

/** The user's scripts folder, as returned by `bpy.utils.user_resource('SCRIPTS')`. */
async function findScripts(computer: Computer, besides: string, series: string, isFlatpak: boolean): Promise<string> {
  const { platform, env, home } = computer;
  if (env['BLENDER_USER_SCRIPTS']) return env['BLENDER_USER_SCRIPTS'];
  if (env['BLENDER_USER_RESOURCES']) return path.join(env['BLENDER_USER_RESOURCES'], 'scripts');
  // A portable installation stores settings in `portable` beside the program, before 4.2 in `config` of the version folder.
  const [portable] = await filterExisting(computer, [
    path.join(besides, 'portable'),
    path.join(besides, series, 'config'),
  ]);
  if (portable) return path.join(portable.endsWith('config') ? path.dirname(portable) : portable, 'scripts');
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? path.join(home, 'AppData/Roaming');
    return path.join(roaming, 'Blender Foundation/Blender', series, 'scripts');
  }
  if (platform === 'darwin') return path.join(home, 'Library/Application Support/Blender', series, 'scripts');
  const configured = isFlatpak ? path.join(home, '.var/app', FLATPAK, 'config') : env['XDG_CONFIG_HOME'];
  return path.join(configured || path.join(home, '.config'), 'blender', series, 'scripts');
}
