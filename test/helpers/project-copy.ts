import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';

/** Copies what Dropforge is built from into a folder as a fresh clone has it, and links the installed packages. */
export function copyProject(folder: string): void {
  const sources = ['assets', 'docs', 'package*.json', 'src-*', 'tsconfig.json', 'vite.config.ts'];
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...sources];
  const files = execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(PROJECT_ROOT, file), path.join(folder, file), { preserveTimestamps: true });
  // The workspace of the engine is a link to its sources, which must lead into the copy.
  const packages = path.join(folder, 'node_modules');
  const workspaces = path.join(packages, '@dropforge');
  mkdirSync(workspaces, { recursive: true });
  symlinkSync('../../src-main/engine', path.join(workspaces, 'engine'));
  const installed = path.join(PROJECT_ROOT, 'node_modules');
  for (const name of readdirSync(installed).filter((entry) => entry !== '@dropforge'))
    symlinkSync(path.join(installed, name), path.join(packages, name));
}
