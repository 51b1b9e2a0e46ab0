import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

/** The installed Electron executable, or null. The package is never imported: in plain Node that starts a download. */
export function findElectron(): string | null {
  const folder = path.join(PROJECT_ROOT, 'node_modules', 'electron');
  const pointer = path.join(folder, 'path.txt');
  if (!existsSync(pointer)) return null;
  const binary = path.join(folder, 'dist', readFileSync(pointer, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}
