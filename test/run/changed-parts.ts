import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { findBase, listChangedFiles } from './changed-files.ts';
import { e2ePart, PARTS, unitPart, type Part } from './parts.ts';
import { runCommand } from './run-command.ts';
import { selectChecks } from './select-checks.ts';

/** The parts that `npm test -- --changed` runs. */
export async function selectChangedParts(): Promise<readonly Part[]> {
  const { parts, unitFolders, specs } = selectChecks(listChangedFiles());
  const unitFiles = new Set([
    ...(await listImportingTests()),
    ...unitFolders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`)),
  ]);
  return [
    ...PARTS.filter(({ name }) => parts.includes(name) || (name === 'build' && specs.length > 0)),
    ...(unitFiles.size > 0 ? [unitPart(`${unitFiles.size} files that the change reaches`, [...unitFiles])] : []),
    ...(specs.length > 0 ? [e2ePart(specs.join(', '), specs)] : []),
  ];
}

/** Files of unit tests that import a changed file, directly or through others. */
async function listImportingTests(): Promise<string[]> {
  const { output } = await runCommand('vitest', ['list', '--changed', findBase(), '--filesOnly', '--json']);
  const list = /\[[\s\S]*\]/.exec(output)?.[0] ?? '[]';
  return (JSON.parse(list) as { readonly file: string }[]).map(({ file }) => relative(process.cwd(), file));
}
