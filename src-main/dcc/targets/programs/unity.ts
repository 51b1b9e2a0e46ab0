import path from 'node:path';
import { programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** Unity; its bridge is a package in a project. */
export const unity: Target = {
  name: 'unity',
  title: 'Unity',
  find: findEditors,
  takes: null,
  projects: {
    find: findProjects,
    isProject: (computer, folder) => computer.exists(path.join(folder, 'ProjectSettings/ProjectVersion.txt')),
  },
};

/** Versions such as `6000.0.23f1` and `2022.3.10f1`. */
const VERSION = /^(\d+\.\d+\.\d+[abfp]\d+)/;

/** Executable in an editor folder, by platform. */
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'Editor/Unity.exe',
  darwin: 'Unity.app/Contents/MacOS/Unity',
  linux: 'Editor/Unity',
};

async function findEditors(computer: Computer): Promise<Installation[]> {
  const program = PROGRAMS[computer.platform];
  if (program === undefined) return [];
  const folders = [...listDefaultFolders(computer), ...(await readJson(computer, 'secondaryInstallPath.json', isText))];
  const found = await findInstalledVersions(
    computer,
    folders.map((folder) => ({ folder, pattern: VERSION, executable: program })),
  );
  return found.map((each) => ({ ...each, place: null }));
}

function listDefaultFolders(computer: Computer): string[] {
  if (computer.platform === 'win32')
    return programFiles(computer).map((folder) => path.join(folder, 'Unity/Hub/Editor'));
  return [
    computer.platform === 'darwin' ? '/Applications/Unity/Hub/Editor' : path.join(computer.home, 'Unity/Hub/Editor'),
  ];
}

/** Projects that Unity Hub lists. */
async function findProjects(computer: Computer): Promise<string[]> {
  return readJson(computer, 'projects-v1.json', (value) => {
    const { data } = ((typeof value === 'object' ? value : null) as { data?: object }) ?? {};
    return Object.keys(data ?? {});
  });
}

function isText(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Reads a settings file of Unity Hub; empty if it is missing or damaged. */
async function readJson(computer: Computer, name: string, pick: (value: unknown) => string[]): Promise<string[]> {
  const { platform, env, home } = computer;
  const folder = {
    win32: path.join(env['APPDATA'] ?? path.join(home, 'AppData/Roaming'), 'UnityHub'),
    darwin: path.join(home, 'Library/Application Support/UnityHub'),
  }[platform as string];
  const text = await computer.read(path.join(folder ?? path.join(home, '.config/UnityHub'), name));
  try {
    return text === null ? [] : pick(parseBoundedJson(text));
  } catch {
    return [];
  }
}
