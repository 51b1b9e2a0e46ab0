import path from 'node:path';
import { readProgramVersion } from '../../detect/read-program-version.ts';
import {
  findMatchingEntries,
  findOnPath,
  filterExisting,
  programFiles,
  readAppVersion,
  type Computer,
} from '../../detect/computer.ts';
import type { Installation, Target } from '../target.ts';

/** Godot 4; its bridge is an editor plugin in a project. */
export const godot: Target = {
  name: 'godot',
  title: 'Godot',
  find: findEditors,
  takes: null,
  projects: {
    find: findProjects,
    isProject: (computer, folder) => computer.exists(path.join(folder, 'project.godot')),
  },
};

/** File names such as `Godot_v4.2.1-stable_linux.x86_64`. */
const FILE = /^Godot_v(\d+(?:\.\d+)+)-\w+_(?!.*\.zip$)/;

async function findEditors(computer: Computer): Promise<Installation[]> {
  const { platform, home } = computer;
  const onPath = await findOnPath(computer, ['godot4', 'godot']);
  if (platform === 'darwin') {
    const apps = await Promise.all(
      ['/Applications', path.join(home, 'Applications')].map((at) =>
        findMatchingEntries(computer, at, /^Godot.*\.app$/),
      ),
    );
    const found = apps.flat().map(async ({ path: app }) => {
      const program = path.join(app, 'Contents/MacOS/Godot');
      return { version: await readAppVersion(computer, app), program, place: null };
    });
    return [...(await Promise.all(found)), ...(await readVersions(onPath))];
  }
  const folders =
    platform === 'win32'
      ? programFiles(computer).map((folder) => path.join(folder, 'Godot'))
      : ['/opt', path.join(home, 'Applications'), path.join(home, '.local/bin')];
  const files = (await Promise.all(folders.map((at) => findMatchingEntries(computer, at, FILE)))).flat();
  const named = files.map((entry) => ({ version: entry.match, program: entry.path, place: null }));
  const steam = await filterExisting(computer, [
    path.join(home, '.local/share/Steam/steamapps/common/Godot Engine/godot.x11.opt.tools.64'),
  ]);
  return [...(await readVersions([...onPath, ...steam])), ...named];
}

function readVersions(programs: readonly string[]): Promise<Installation[]> {
  return Promise.all(
    programs.map(async (program) => {
      const version = await readProgramVersion(program, '--version', /^(\d+\.\d+(?:\.\d+)?)/m);
      return { version, program, place: null };
    }),
  );
}

/** Projects in Godot's project manager. */
async function findProjects(computer: Computer): Promise<string[]> {
  const { platform, env, home } = computer;
  const folders: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
    win32: path.join(env['APPDATA'] ?? path.join(home, 'AppData/Roaming'), 'Godot'),
    darwin: path.join(home, 'Library/Application Support/Godot'),
  };
  const folder = folders[platform] ?? path.join(env['XDG_DATA_HOME'] || path.join(home, '.local/share'), 'godot');
  const text = (await computer.read(path.join(folder, 'projects.cfg'))) ?? '';
  return filterExisting(
    computer,
    [...text.matchAll(/^\[(.+)\]$/gm)].map(([, project = '']) => project),
  );
}
