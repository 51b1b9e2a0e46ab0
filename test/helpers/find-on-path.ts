import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of an installed program; null if there is none. */
export function findOnPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}
