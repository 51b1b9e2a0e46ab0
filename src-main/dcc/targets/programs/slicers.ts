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
import type { Installation, Target, TargetName } from '../target.ts';

/** Names of a slicer by platform. */
interface SlicerNames {
  readonly name: TargetName;
  readonly title: string;
  /** Names of the executable. */
  readonly programs: readonly string[];
  /** Folder name below Program Files. */
  readonly folder: RegExp;
  /** Application name on macOS. */
  readonly app: RegExp;
  /** Flatpak id. */
  readonly flatpak: string;
  /** How to read the version from the command line; null if that would open a window. */
  readonly version: { readonly argument: string; readonly pattern: RegExp } | null;
}

/** PrusaSlicer. */
export const prusaSlicer = toTarget({
  name: 'prusa-slicer',
  title: 'PrusaSlicer',
  programs: ['prusa-slicer', 'PrusaSlicer'],
  folder: /^(?:Prusa3D|PrusaSlicer)/,
  app: /^(?:Original Prusa Drivers|PrusaSlicer).*$/,
  flatpak: 'com.prusa3d.PrusaSlicer',
  version: { argument: '--help', pattern: /PrusaSlicer-(\d+\.\d+\.\d+)/ },
});

/** OrcaSlicer. */
export const orca = toTarget({
  name: 'orca',
  title: 'OrcaSlicer',
  programs: ['orca-slicer', 'OrcaSlicer'],
  folder: /^OrcaSlicer/,
  app: /^OrcaSlicer.*\.app$/,
  flatpak: 'io.github.softfever.OrcaSlicer',
  version: { argument: '--help', pattern: /OrcaSlicer-(\d+\.\d+\.\d+)/ },
});

/** Bambu Studio. */
export const bambu = toTarget({
  name: 'bambu',
  title: 'Bambu Studio',
  programs: ['bambu-studio', 'BambuStudio'],
  folder: /^Bambu Studio/,
  app: /^BambuStudio.*\.app$/,
  flatpak: 'com.bambulab.BambuStudio',
  version: null,
});

/** UltiMaker Cura. */
export const cura = toTarget({
  name: 'cura',
  title: 'UltiMaker Cura',
  programs: ['cura', 'UltiMaker-Cura', 'Ultimaker-Cura', 'Cura'],
  folder: /^Ulti[mM]aker Cura/,
  app: /^Ulti[mM]aker Cura.*\.app$/,
  flatpak: 'com.ultimaker.cura',
  version: null,
});

function toTarget(names: SlicerNames): Target {
  const { name, title } = names;
  const takes = ['3mf', 'stl', 'obj'];
  return { name, title, find: (computer) => findSlicer(computer, names), takes, projects: null };
}

async function findSlicer(computer: Computer, names: SlicerNames): Promise<Installation[]> {
  const found = await listPrograms(computer, names);
  return Promise.all(
    found.map(async ({ program, app }) => ({
      program,
      version: app ? await readAppVersion(computer, app) : await readVersion(computer, program, names),
      place: null,
    })),
  );
}

/** Reads the version from the folder or AppImage name, else from the command line if that opens no window. */
function readVersion({ platform }: Computer, program: string, { version }: SlicerNames): Promise<string | null> {
  const isImage = program.endsWith('.AppImage');
  const name = path.basename(isImage ? program : path.dirname(program));
  const named = /(?<!\d)(\d+\.\d+(?:\.\d+)?)/.exec(name)?.[1] ?? null;
  if (named !== null || isImage || platform === 'win32' || !version) return Promise.resolve(named);
  return readProgramVersion(program, version.argument, version.pattern);
}

async function listPrograms(
  computer: Computer,
  { programs, folder, app, flatpak }: SlicerNames,
): Promise<{ readonly program: string; readonly app: string | null }[]> {
  const { platform, home } = computer;
  const bare = (paths: readonly string[]) => paths.map((program) => ({ program, app: null }));
  const onPath = await findOnPath(computer, programs);
  if (platform === 'darwin') {
    const folders = ['/Applications', path.join(home, 'Applications')];
    const found = (await Promise.all(folders.map((at) => findMatchingEntries(computer, at, app)))).flat();
    const apps = await Promise.all(found.map((entry) => findExecutable(computer, entry.path)));
    return [...apps.flat(), ...bare(onPath)];
  }
  if (platform === 'win32') {
    const found = await Promise.all(programFiles(computer).map((at) => findMatchingEntries(computer, at, folder)));
    const inside = found.flat().flatMap((entry) => [entry.path, path.join(entry.path, 'PrusaSlicer')]);
    const files = inside.flatMap((at) => programs.map((program) => path.join(at, `${program}.exe`)));
    return bare(await filterExisting(computer, [...onPath, ...files]));
  }
  const images = await Promise.all(
    [path.join(home, 'Applications'), '/opt'].map((at) => findMatchingEntries(computer, at, toImagePattern(programs))),
  );
  const flatpaks = [
    `/var/lib/flatpak/exports/bin/${flatpak}`,
    path.join(home, '.local/share/flatpak/exports/bin', flatpak),
  ];
  const others = await filterExisting(computer, [...images.flat().map((entry) => entry.path), ...flatpaks]);
  return bare([...onPath, ...others]);
}

/** The executable of a macOS application; Prusa's installer puts its applications into a subfolder. */
async function findExecutable(
  computer: Computer,
  at: string,
): Promise<{ readonly program: string; readonly app: string }[]> {
  if (!at.endsWith('.app')) {
    const inner = await findMatchingEntries(computer, at, /^PrusaSlicer.*\.app$/);
    return (await Promise.all(inner.map((entry) => findExecutable(computer, entry.path)))).flat();
  }
  const [executable] = await findMatchingEntries(computer, path.join(at, 'Contents/MacOS'), /^[A-Za-z]/);
  return executable ? [{ program: executable.path, app: at }] : [];
}

/** Pattern of AppImage names: the program name followed by a version. */
function toImagePattern(programs: readonly string[]): RegExp {
  return new RegExp(`^(?:${programs.join('|')}).*\\.AppImage$`, 'i');
}
