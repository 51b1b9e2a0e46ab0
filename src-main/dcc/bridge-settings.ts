import { lstat, readFile } from 'node:fs/promises';
import type { BridgeOrder } from './bridge-record.ts';

const SETTINGS_SCHEMA = 1;

/** Longest settings that are read. */
const MOST_BYTES = 1 << 18;

/** The text of a bridge's settings with what it is connected with; what else is chosen there stays. */
export async function mergeSettings(file: string, { exportFolder, name, scale }: BridgeOrder): Promise<string> {
  const chosen = { schema: SETTINGS_SCHEMA, folder: exportFolder, target: name, ...(scale === null ? {} : { scale }) };
  return `${JSON.stringify({ ...(await readSettings(file)), ...chosen }, null, 2)}\n`;
}

async function readSettings(file: string): Promise<object> {
  try {
    const facts = await lstat(file);
    if (!facts.isFile() || facts.size > MOST_BYTES) return {};
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
