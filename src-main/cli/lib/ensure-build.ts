import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import { log } from '../../base/log/log.ts';
import { findStale, type BuildPart } from './build-parts.ts';

/**
 * Builds stale parts where this is a clone of the project; packaged apps are built already. In a process of its own,
 * because a bundler stays in memory once it is loaded.
 */
export async function ensureBuild(...parts: readonly BuildPart[]): Promise<void> {
  const stale = findStaleInClone(parts);
  if (stale.length === 0) return;
  process.stderr.write('Building Dropforge…\n');
  const child = startBuild(stale, 'inherit');
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The build of ${stale.join(' and ')} failed.`);
}

/**
 * Starts a build of the stale extras of the page, which takes only processor time that nothing else needs, and ends it
 * when `signal` aborts. The next call builds what was not finished.
 */
export function buildExtras(signal: AbortSignal): void {
  if (signal.aborted || findStaleInClone(['extras']).length === 0) return;
  const child = startBuild(['extras'], 'ignore');
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.on('error', (error) => log.warn('build', 'the extras of the page were not built', error));
  child.on('exit', (code) => {
    if (code !== 0 && !signal.aborted) log.note('build', 'the extras of the page were not built');
  });
  signal.addEventListener('abort', () => child.kill(), { once: true });
}

const BUILD_FILE = path.join(PROJECT_ROOT, 'vite.config.ts');

const findStaleInClone = (parts: readonly BuildPart[]): BuildPart[] => (existsSync(BUILD_FILE) ? findStale(parts) : []);

const startBuild = (parts: readonly BuildPart[], errors: 'inherit' | 'ignore'): ChildProcess =>
  spawn(process.execPath, [BUILD_FILE, ...parts], { stdio: ['ignore', 'ignore', errors] });
