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
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Import settings of a program with an installed bridge. */
export interface TargetSettings {
  /** A value for every setting of the program. */
  readonly values: ImportValues;
  /** Supported extensions, best first. */
  readonly formats: readonly string[];
}

/**
 * Reads the import settings of a program, of several versions the newest with a bridge. Throws `program_missing`,
 * `config_invalid` without an installed bridge, `bridge_failed`.
 */
export async function readTargetSettings(
  target: Target,
  choice: InstallationFilter,
  computer: Computer = thisComputer,
): Promise<TargetSettings> {
  const { files, formats } = await findSettings(target, choice, computer);
  return { values: parseImportValues(target.name, await readSettings(files[0], target), formats), formats };
}

/**
 * Changes the import settings of all versions of a program that have a bridge, or of one project; other settings are kept.
 * A running program applies them within seconds. Throws like `readTargetSettings`, and `config_invalid` for an invalid key
 * or value; nothing is changed then.
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
    const next = { schema: BRIDGE_SETTINGS_SCHEMA, ...(await readSettings(file, target)), ...checked };
    try {
      await makeFolder(path.dirname(file));
      await writeFileDurably(file, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      throw toBridgeError(error, path.dirname(file), target.title);
    }
  }
  return { values: parseImportValues(target.name, await readSettings(files[0], target), formats), formats };
}

function readSettings(file: string, { title }: Target): Promise<Readonly<Record<string, unknown>>> {
  return readBridgeSettings(file).catch((error: unknown) => {
    throw toBridgeError(error, path.dirname(file), title);
  });
}

/** Settings files of the installed bridges of a target, newest version first. */
async function findSettings(
  target: Target,
  choice: InstallationFilter,
  computer: Computer,
): Promise<{ readonly files: readonly [string, ...string[]]; readonly formats: readonly string[] }> {
  const { takes, name, title } = target;
  const refuse = (detail: MessageOrText): AppError => new AppError('config_invalid', detail, { subject: title });
  if (takes !== null) throw refuse(message('target.no-settings'));
  const layout = await readBridge(name);
  const { settings, formats } = layout;
  const files: string[] = [];
  for (const { place } of await findBridgeLocations(target, choice, computer)) {
    if (settings !== null && (await readInstallRecord(place, layout))) files.push(path.join(place, settings));
  }
  const [first, ...more] = files;
  if (first === undefined) throw refuse(message('target.no-bridge'));
  return { files: [first, ...more], formats };
}
