import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A regular expression of the sources. */
export interface FoundRegex {
  /** Path from the root of the project. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** A `RegExp(…)` whose pattern is not a literal; `code` is its first argument. */
export interface BuiltRegex {
  readonly file: string;
  readonly code: string;
}

/** Returns every regular expression in the sources of the app and its page, without duplicates. */
export function findRegexes(): { readonly literals: readonly FoundRegex[]; readonly built: readonly BuiltRegex[] } {
  const files = globSync('src-{main,shared,renderer}/**/*.{ts,svelte}', { cwd: ROOT, exclude: ['**/node_modules/**'] });
  const found = files.sort().flatMap((name) => {
    const file = name.replaceAll('\\', '/');
    const text = readFileSync(path.join(ROOT, name), 'utf8');
    return findInTypeScript(file, file.endsWith('.svelte') ? scriptsOf(text) : text);
  });
  const unique = new Map(found.map((each) => [JSON.stringify(each), each]));
  return {
    literals: [...unique.values()].filter((each) => 'source' in each),
    built: [...unique.values()].filter((each) => 'code' in each),
  };
}

/** Returns the regular expressions in a text of TypeScript. */
export function findInTypeScript(file: string, text: string): (FoundRegex | BuiltRegex)[] {
  const found: (FoundRegex | BuiltRegex)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ file, ...splitLiteral(node.text) });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern && ts.isStringLiteralLike(pattern)) {
        found.push({ file, source: pattern.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' });
      } else if (pattern && !ts.isRegularExpressionLiteral(pattern)) {
        found.push({ file, code: pattern.getText() });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

function splitLiteral(literal: string): { readonly source: string; readonly flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** Returns the scripts of a component, and the expressions of its markup, as statements of TypeScript. */
function scriptsOf(text: string): string {
  const { instance, module, fragment } = parse(text, { modern: true });
  const pieces: string[] = [];
  const take = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, expression, start, end } = node as Record<'type' | 'expression' | 'start' | 'end', unknown>;
    const isRegex = type === 'Literal' && 'regex' in node;
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (expression === undefined && (isRegex || isCall)) pieces.push(`(${text.slice(Number(start), Number(end))});`);
    for (const child of Object.values(node)) take(child);
  };
  for (const script of [module, instance]) {
    const { start, end } = (script?.content ?? {}) as { start?: number; end?: number };
    if (start !== undefined) pieces.push(text.slice(start, end));
  }
  take(fragment);
  return pieces.join('\n');
}
