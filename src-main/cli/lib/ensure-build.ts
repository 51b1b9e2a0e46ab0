import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../base/project-root.ts';

/** Exports of the build file at the project's root; packaged apps have a built page instead. */
interface Build {
  isStale(): boolean | Promise<boolean>;
  buildAll(): Promise<void>;
}

/** Builds stale parts where this is a clone of the project. */
export async function ensureBuild(): Promise<void> {
  const file = path.join(PROJECT_ROOT, 'vite.config.ts');
  if (!existsSync(file)) return;
  const { isStale, buildAll } = (await import(pathToFileURL(file).href)) as Build;
  if (!(await isStale())) return;
  process.stderr.write('Building Dropforge…\n');
  await buildAll();
}
