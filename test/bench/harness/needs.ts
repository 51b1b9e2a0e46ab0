import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPackage } from './find-package.ts';

/** Programs by the package of Debian and Ubuntu that has them. */
const PROGRAMS = {
  /** Debian’s Blender needs numpy to import and export, and does not bring it. */
  blender: 'blender python3-numpy',
  assimp: 'assimp-utils',
  Xvfb: 'xvfb',
  inotifywait: 'inotify-tools',
  curl: 'curl',
} as const;

/** Packages of npm by the version that they are measured in. */
const PACKAGES = {
  xatlasjs: '0.2.0',
  'three-mesh-bvh': '0.9.17',
  'manifold-3d': '3.5.4',
} as const;

/** Something that a group needs and that not every computer has. */
export type Need = keyof typeof PROGRAMS | keyof typeof PACKAGES;

/** A line for programs and one for packages, each with the command that installs what is missing; none: nothing is. */
export function describeMissing(
  needs: readonly Need[],
  librariesFolder: string | null,
  searchPath = process.env['PATH'] ?? '',
): string[] {
  const folders = searchPath.split(path.delimiter);
  const programs = Object.entries(PROGRAMS).filter(
    ([name]) => needs.includes(name as Need) && !folders.some((folder) => existsSync(path.join(folder, name))),
  );
  const packages = Object.entries(PACKAGES).filter(
    ([name]) => needs.includes(name as Need) && findPackage(name, librariesFolder) === null,
  );
  const install = packages.map(([name, version]) => `${name}@${version}`);
  return [
    ...toLine(programs, `sudo apt-get install ${programs.map(([, name]) => name).join(' ')}`),
    ...toLine(packages, `npm install --prefix FOLDER ${install.join(' ')}, then run with --from FOLDER`),
  ];
}

function toLine(missing: readonly (readonly [string, string])[], command: string): string[] {
  return missing.length === 0 ? [] : [`MISSING ${missing.map(([name]) => name).join(', ')}: ${command}`];
}
