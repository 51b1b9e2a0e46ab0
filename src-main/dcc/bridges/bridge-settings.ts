import type { BridgeConnection } from './install-record.ts';
import { readLinkedFile } from '../../base/files/small-file.ts';
import { nullIfMissing } from '../receipts/state-file.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Schema version of the settings files. */
export const BRIDGE_SETTINGS_SCHEMA = 1;

/** Maximum size of a settings file. */
const MAX_BYTES = 1 << 18;

/**
 * Formats a bridge's settings with a new connection; all other settings are kept. A chosen name is written as the id that
 * the app derives from it. Without one no id is written: each bridge derives it from its computer, because the settings of
 * a project that is copied, or of a user with several computers, must not carry the id of another computer.
 */
export async function mergeBridgeSettings(
  file: string,
  { exportFolder, name, targetId, scale }: BridgeConnection,
): Promise<string> {
  const connection = {
    schema: BRIDGE_SETTINGS_SCHEMA,
    folder: exportFolder,
    target: name === null ? null : targetId,
    ...(scale === null ? {} : { scale }),
  };
  return `${JSON.stringify({ ...(await readBridgeSettings(file)), ...connection }, null, 2)}\n`;
}

/**
 * Reads a bridge's settings, also through a link, as the bridges do; empty if the file is missing or damaged. Rejects with
 * the system's error if it cannot be read, so that no settings are replaced that are there.
 */
export async function readBridgeSettings(file: string): Promise<Readonly<Record<string, unknown>>> {
  const read = await readLinkedFile(file, MAX_BYTES).catch(nullIfMissing);
  try {
    const value: unknown = parseBoundedJson(read?.text ?? '');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
