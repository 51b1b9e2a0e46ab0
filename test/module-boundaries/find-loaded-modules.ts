import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** What a process loads, at its start or later. */
export interface LoadedModules {
  /** Files of the project, sorted. */
  readonly files: readonly string[];
  /** Packages and modules of Node, sorted. */
  readonly packages: readonly string[];
}

/** Follows the imports of entry files, static and dynamic, except those of types. Threads and processes are not followed. */
export function findLoadedModules(root: string, entries: readonly string[]): LoadedModules {
  const files = new Set<string>();
  const packages = new Set<string>();
  const left = [...entries];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith('.ts')) continue;
    for (const name of readLoadedNames(join(root, file))) {
      if (name.startsWith('.')) left.push(posix.join(posix.dirname(file), name));
      else packages.add(name);
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}

function readLoadedNames(file: string): string[] {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}
