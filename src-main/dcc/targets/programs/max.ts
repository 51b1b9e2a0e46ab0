import path from 'node:path';
import { programFiles, type Computer } from '../../detect/computer.ts';
import { findInstalledVersions, filterInstalled } from '../../detect/find-installed-versions.ts';
import type { Installation, Target } from '../target.ts';

/** Autodesk 3ds Max; Windows only. */
export const max: Target = {
  name: 'max',
  title: '3ds Max',
  find: findMaxes,
  takes: null,
  projects: null,
};

/** The registry counts versions from 1998: version 27 is 2025. */
const YEAR_OF_ZERO = 1998;

/** Settings folders by language; ENU is the default if the program never ran. */
const LANGUAGE = /^(ENU|DEU|FRA|JPN|KOR|CHS|PTB)$/;

async function findMaxes(computer: Computer): Promise<Installation[]> {
  if (computer.platform !== 'win32') return [];
  const registered = await computer.readRegistry('HKLM\\SOFTWARE\\Autodesk\\3dsMax', 'Installdir');
  const named = registered.flatMap(({ key, value }) => {
    const number = /\\3dsMax\\(\d+)\.\d+$/.exec(key)?.[1];
    return number ? [{ version: String(YEAR_OF_ZERO + Number(number)), program: path.join(value, '3dsmax.exe') }] : [];
  });
  const folders = programFiles(computer).map((folder) => path.join(folder, 'Autodesk'));
  const patterns = folders.map((folder) => ({ folder, pattern: /^3ds Max (20\d\d)$/, executable: '3dsmax.exe' }));
  const found = await filterInstalled(computer, [...named, ...(await findInstalledVersions(computer, patterns))]);
  return Promise.all(
    found.map(async ({ version, program }) => ({ version, program, place: await findSettings(computer, version) })),
  );
}

async function findSettings(computer: Computer, version: string): Promise<string> {
  const { env, home } = computer;
  const local = env['LOCALAPPDATA'] ?? path.join(home, 'AppData/Local');
  const folder = path.join(local, 'Autodesk/3dsMax', `${version} - 64bit`);
  const language = (await computer.list(folder)).find((name) => LANGUAGE.test(name)) ?? 'ENU';
  return path.join(folder, language, 'scripts');
}
