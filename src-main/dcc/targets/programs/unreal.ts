import path from 'node:path';
import { documentsFolder, findMatchingEntries, programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions, filterInstalled, type InstallPattern } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** Unreal Engine 5; its bridge is a plugin in a project. */
export const unreal: Target = {
  name: 'unreal',
  title: 'Unreal Engine',
  find: findEngines,
  takes: null,
  projects: {
    find: findProjects,
    isProject: async (computer, folder) => (await findMatchingEntries(computer, folder, /\.uproject$/)).length > 0,
  },
};

const FOLDER = /^UE_(\d+\.\d+)$/;

/** Executable in an engine folder, by platform. */
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'Engine/Binaries/Win64/UnrealEditor.exe',
  darwin: 'Engine/Binaries/Mac/UnrealEditor.app/Contents/MacOS/UnrealEditor',
  linux: 'Engine/Binaries/Linux/UnrealEditor',
};

async function findEngines(computer: Computer): Promise<Installation[]> {
  const program = PROGRAMS[computer.platform];
  if (program === undefined) return [];
  const { env } = computer;
  const launched = parseLauncher(
    await computer.read(
      path.join(env['ProgramData'] ?? 'C:/ProgramData', 'Epic/UnrealEngineLauncher/LauncherInstalled.dat'),
    ),
  ).map(({ version, folder }) => ({ version, program: path.join(folder, program) }));
  const installed = await findInstalledVersions(computer, listInstallPatterns(computer, program));
  const found = await filterInstalled(computer, [...launched, ...installed]);
  return found.map((each) => ({ ...each, place: null }));
}

function listInstallPatterns(computer: Computer, executable: string): InstallPattern[] {
  const { platform, home } = computer;
  if (platform === 'win32') {
    const folders = programFiles(computer).map((folder) => path.join(folder, 'Epic Games'));
    return folders.map((folder) => ({ folder, pattern: FOLDER, executable }));
  }
  if (platform === 'darwin') return [{ folder: '/Users/Shared/Epic Games', pattern: FOLDER, executable }];
  const pattern = /^(?:UnrealEngine|Linux_Unreal_Engine|UE)[-_]?(\d+\.\d+(?:\.\d+)?)?$/;
  return ['/opt', home].map((folder) => ({ folder, pattern, executable }));
}

/** Installations registered by the Epic Games Launcher. */
function parseLauncher(text: string | null): { readonly version: string; readonly folder: string }[] {
  try {
    const { InstallationList: list } = parseBoundedJson(text ?? '{}') as { InstallationList?: unknown };
    return (Array.isArray(list) ? (list as Readonly<Record<string, unknown>>[]) : []).flatMap((entry) => {
      const { InstallLocation: folder, AppName: name } = entry;
      const version = typeof name === 'string' ? FOLDER.exec(name)?.[1] : undefined;
      return version && typeof folder === 'string' ? [{ version, folder }] : [];
    });
  } catch {
    return [];
  }
}

/** Projects in the engine's default projects folder. */
async function findProjects(computer: Computer): Promise<string[]> {
  const base = path.join(await documentsFolder(computer), 'Unreal Projects');
  const folders = await findMatchingEntries(computer, base, /^[^.]/);
  const are = await Promise.all(
    folders.map(({ path: folder }) => findMatchingEntries(computer, folder, /\.uproject$/)),
  );
  return folders.filter((_, index) => (are[index]?.length ?? 0) > 0).map((entry) => entry.path);
}
