import { lstat, readFile } from 'node:fs/promises';
import type { BridgeConnection } from './install-record.ts';

/** Of the settings files. */
export const BRIDGE_SETTINGS_SCHEMA = 1;

/** Longest settings that are read. */
const MAX_BYTES = 1 << 18;

/** The text of a bridge's settings with what it is connected with; what else is chosen there stays. */
export async function mergeBridgeSettings(
  file: string,
  { exportFolder, name, scale }: BridgeConnection,
): Promise<string> {
  const chosen = {
    schema: BRIDGE_SETTINGS_SCHEMA,
    folder: exportFolder,
    target: name,
    ...(scale === null ? {} : { scale }),
  };
  return `${JSON.stringify({ ...(await readBridgeSettings(file)), ...chosen }, null, 2)}\n`;
}

/** What stands in a bridge's settings; nothing where they are not there or damaged. */
export async function readBridgeSettings(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const facts = await lstat(file);
    if (!facts.isFile() || facts.size > MAX_BYTES) return {};
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
