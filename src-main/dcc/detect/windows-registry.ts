import path from 'node:path';
import { runProgram } from '../send/run-program.ts';

/** A value of the Windows registry with its key. */
export interface RegistryValue {
  readonly key: string;
  readonly value: string;
}

const TIMEOUT_MS = 5_000;

/** All values with a name below a registry key; empty if the key does not exist. Windows only. */
export async function readRegistry(key: string, name: string): Promise<RegistryValue[]> {
  const reg = path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const result = await runProgram(reg, ['query', key, '/s', '/v', name], { timeoutMs: TIMEOUT_MS }).catch(() => null);
  return result?.code === 0 ? parseRegistry(result.out, name) : [];
}

/** Parses the output of `reg query`: lines with a key, each followed by indented lines of name, type and value. */
export function parseRegistry(text: string, name: string): RegistryValue[] {
  const found: RegistryValue[] = [];
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('HKEY_')) key = line.trim();
    const [, label = '', value = ''] = /^ {4}(.+?) {4}REG_(?:EXPAND_)?SZ {4}(.*)$/s.exec(line) ?? [];
    if (key !== '' && value !== '' && label.toLowerCase() === name.toLowerCase())
      found.push({ key, value: value.trim() });
  }
  return found;
}
