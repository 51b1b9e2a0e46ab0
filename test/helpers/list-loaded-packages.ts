import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { readImports } from '../module-boundaries/find-forbidden-imports.ts';

/** Packages that are loaded, or whose files are read, without an import. */
const REQUIRED = /createRequire\(import\.meta\.url\)(?:\.resolve)?\(\s*['"`]([^'"`]+)/g;

/** The packages that files of the project and all that they import load, also on demand or for types only, by name. */
export function listLoadedPackages(entries: readonly string[]): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const required = [...readFileSync(file, 'utf8').matchAll(REQUIRED)].map(([, name = '']) => name);
    for (const name of [...readImports(file), ...required]) {
      if (name.startsWith('.')) visit(path.resolve(path.dirname(file), name));
      else if (!name.startsWith('node:')) packages.add(packageOf(name));
    }
  };
  for (const entry of entries) visit(path.join(PROJECT_ROOT, entry));
  return packages;
}

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
