import path from 'node:path';
import type { ImportValues } from '../../../src-shared/delivery/import-value.ts';
import { parseImportChanges, parseImportValues } from '../../../src-shared/delivery/import-settings.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { toBridgeError } from '../bridges/bridge-error.ts';
import { readBridge } from '../bridges/bridge-package.ts';
import { findBridgeLocations, type InstallationFilter } from '../bridges/bridge-locations.ts';
import { readInstallRecord } from '../bridges/install-record.ts';
import { readBridgeSettings, BRIDGE_SETTINGS_SCHEMA } from '../bridges/bridge-settings.ts';
import { thisComputer, type Computer } from '../detect/computer.ts';
import type { Target } from './target.ts';

/** How a program takes models in, where its bridge is installed. */
export interface TargetSettings {
  /** By the keys of the program's settings; each has one. */
  readonly values: ImportValues;
  /** Endings of the files the program reads, the best first. */
  readonly formats: readonly string[];
}

/**
 * How a program takes models in; of several versions the newest that has a bridge. Throws `program_missing`,
 * `config_invalid` where no bridge is installed, `bridge_failed`.
 */
export async function readTargetSettings(
  target: Target,
  choice: InstallationFilter,
  computer: Computer = thisComputer,
): Promise<TargetSettings> {
  const { files, formats } = await findSettings(target, choice, computer);
  return { values: parseImportValues(target.name, await readBridgeSettings(files[0]), formats), formats };
}

/**
 * Changes how every version of a program that has a bridge, or one project, takes models in; all other settings stay. A
 * running program takes it up within seconds. Throws as `readTargetSettings`, and `config_invalid`, with nothing changed,
 * for a key or a value that the program does not take.
 */
export async function setTargetSettings(
  target: Target,
  choice: InstallationFilter,
  changes: Readonly<Record<string, unknown>>,
  computer: Computer = thisComputer,
): Promise<TargetSettings> {
  const { files, formats } = await findSettings(target, choice, computer);
  const checked = parseImportChanges(target.name, changes, formats);
  for (const file of files) {
    const next = { schema: BRIDGE_SETTINGS_SCHEMA, ...(await readBridgeSettings(file)), ...checked };
    try {
      await makeFolder(path.dirname(file));
      await writeFileDurably(file, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      throw toBridgeError(error, path.dirname(file), target.title);
    }
  }
  return { values: parseImportValues(target.name, await readBridgeSettings(files[0]), formats), formats };
}

/** The settings files of the installed bridges of a target, the newest version first. */
async function findSettings(
  target: Target,
  choice: InstallationFilter,
  computer: Computer,
): Promise<{ readonly files: readonly [string, ...string[]]; readonly formats: readonly string[] }> {
  const { takes, name, title } = target;
  const refuse = (detail: string): AppError => new AppError('config_invalid', detail, { subject: title });
  if (takes !== null) throw refuse('This program has no import settings. Files are opened in it one at a time.');
  const layout = await readBridge(name);
  const { settings, formats } = layout;
  const files: string[] = [];
  for (const { place } of await findBridgeLocations(target, choice, computer)) {
    if (settings !== null && (await readInstallRecord(place, layout))) files.push(path.join(place, settings));
  }
  const [first, ...more] = files;
  if (first === undefined)
    throw refuse('Its bridge is not installed. Install the bridge first, then change its import settings.');
  return { files: [first, ...more], formats };
}
