import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

/** Beside the sources: whoever can write here can write those, too. */
const FOLDER = path.join(PROJECT_ROOT, '.cache/compiled');

/**
 * Keeps the compiled code of the sources for the next start of this process and of those it starts. A built app has no
 * sources to compile, and a folder that cannot be written keeps nothing.
 */
export function keepCompiledCode(): void {
  if (!import.meta.filename.endsWith('.ts')) return;
  const folder = (process.env['NODE_COMPILE_CACHE'] ??= FOLDER);
  if (folder !== '') enableCompileCache(folder);
}

/** Writes what was compiled so far; a process that is killed writes nothing at its end. */
export function saveCompiledCode(): void {
  flushCompileCache();
}
