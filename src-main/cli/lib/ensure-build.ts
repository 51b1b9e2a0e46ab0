import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import { findStale, type BuildPart } from './build-parts.ts';

/**
 * Builds stale parts where this is a clone of the project; packaged apps are built already. In a process of its own,
 * because a bundler stays in memory once it is loaded.
 */
export async function ensureBuild(...parts: readonly BuildPart[]): Promise<void> {
  const file = path.join(PROJECT_ROOT, 'vite.config.ts');
  if (!existsSync(file)) return;
  const stale = findStale(parts);
  if (stale.length === 0) return;
  process.stderr.write('Building Dropforge…\n');
  const child = spawn(process.execPath, [file, ...stale], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The build of ${stale.join(' and ')} failed.`);
}
