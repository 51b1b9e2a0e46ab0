import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/**
 * Import cycles between files below a root when they are loaded, each as its sorted files. Type imports and dynamic imports
 * do not count. Tarjan (1972), O(files + imports).
 */
export function findImportCycles(root: string): string[][] {
  const files = globSync('src-*/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const needs = new Map(files.map((file) => [file, listNeeds(root, file)]));
  const [found, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const open: string[] = [];
  const circles: string[][] = [];

  const visit = (file: string): void => {
    const order = found.size;
    found.set(file, order);
    lowest.set(file, order);
    open.push(file);
    for (const need of needs.get(file) ?? []) {
      if (!needs.has(need)) continue;
      if (!found.has(need)) visit(need);
      const reached = open.includes(need) ? Math.min(lowest.get(need)!, found.get(need)!) : order;
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) !== order) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || needs.get(file)?.includes(file)) circles.push(circle.sort());
  };
  for (const file of files) if (!found.has(file)) visit(file);
  return circles;
}

/** The files whose values a file imports or hands on at once. */
function listNeeds(root: string, file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const from =
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : null;
    if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.') || isOfTypes(statement)) return [];
    return [posix.join(posix.dirname(file), from.text)];
  });
}

function isOfTypes(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  if (!ts.isImportDeclaration(statement) || !statement.importClause) return false;
  const { phaseModifier, name, namedBindings } = statement.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}
