import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];

test.each(pages)('every relative link of %s leads to a file', (page) => {
  const folder = path.dirname(path.join(root, page));
  const links = [...readPage(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(relative.filter((link) => !existsSync(path.resolve(folder, decodeURI(link))))).toEqual([]);
});

test.each(pages)('every source path that %s names exists', (page) => {
  const named = [...readPage(page).matchAll(/(?<![\w./-])(?:src-(?:main|renderer|shared)|test|docs)\/[\w./@-]*\w/g)];
  expect(named.map(([name]) => name).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}
