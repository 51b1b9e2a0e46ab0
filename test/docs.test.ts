import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../src-shared/api/protocol/endpoints.ts';
import { SERVICE_ERROR_CODES } from '../src-shared/api/protocol/error-codes.ts';
import { OPERATIONS } from '../src-shared/api/operations.ts';
import { INTERPRETATIONS } from '../src-main/local-service/reference/interpretations.ts';
import { GLOSSARY_TEXTS } from '../src-renderer/app/language/glossary-texts.ts';
import { GLOSSARY_TEXTS_ZH } from '../src-renderer/app/language/glossary-texts.zh.ts';
import { referenceMarkdown } from '../src-main/local-service/reference/reference-markdown.ts';

const file = path.resolve(import.meta.dirname, '../docs/api.md');

test('docs/api.md is what the data says now; `npm run docs` writes it', () => {
  expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).toBe(referenceMarkdown());
});

test('docs/api.md has a table for every operation, every endpoint, every error and every reading', () => {
  const text = referenceMarkdown();
  const lines = text.split('\n');
  for (const { name, fields } of Object.values(OPERATIONS)) {
    const from = lines.findIndex((line) => line.startsWith('### ') && line.endsWith(`(\`${name}\`)`));
    const after = lines.slice(from + 1);
    const part = after.slice(
      0,
      after.findIndex((line) => line.startsWith('#')),
    );
    expect(from, name).toBeGreaterThan(0);
    expect(part).toContain('| Field | Type | Default | Range | Help | Section |');
    for (const field of Object.keys(fields)) {
      expect(
        part.filter((line) => line.startsWith(`| \`${field}\``)),
        `${name}.${field}`,
      ).toHaveLength(1);
    }
  }
  for (const { path: route } of Object.values(ENDPOINTS)) expect(text).toContain(`\`${route}\``);
  for (const code of Object.keys(SERVICE_ERROR_CODES)) expect(text).toContain(`\n| ${code} | `);
  for (const reading of INTERPRETATIONS) expect(text).toContain(`\n- ${reading}`);
});

test('docs/glossary.md has the terms of the window; `vitest run test/docs.test.ts -u` writes it', async () => {
  const page = path.resolve(import.meta.dirname, '../docs/glossary.md');
  await expect(await glossaryMarkdown(page)).toMatchFileSnapshot(page);
});

test('the glossary names every term once, in both languages', () => {
  for (const glossary of [GLOSSARY_TEXTS, GLOSSARY_TEXTS_ZH]) {
    const words = Object.values(glossary).map(({ word }) => word.toLowerCase());
    expect(words).toEqual([...new Set(words)]);
  }
});

test('each of the 76 features that tools are compared by has a state, a place, and tests that exist', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const tests = globSync('test/**/*.{test,spec}.ts', { cwd: root }).map((name) => `/${name.replaceAll('\\', '/')}`);
  const rows = readFileSync(path.join(root, 'docs/features.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+ /.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 76 }, (_, at) => at + 1));
  for (const [, number, feature, state, where, shownBy = ''] of rows) {
    expect([feature, where], number).not.toContain('');
    expect(state, number).toMatch(/^(yes|partly: .)/);
    const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named.length, number).toBeGreaterThan(0);
    for (const name of named)
      expect(
        tests.filter((file) => file.endsWith(`/${name}`)),
        `${number}: ${name}`,
      ).toHaveLength(1);
  }
});

async function glossaryMarkdown(page: string): Promise<string> {
  const terms = Object.keys(GLOSSARY_TEXTS) as (keyof typeof GLOSSARY_TEXTS)[];
  const rows = terms.map((term) => {
    const { word, means } = GLOSSARY_TEXTS[term];
    return `| ${word} | ${means} | ${GLOSSARY_TEXTS_ZH[term].word} |`;
  });
  const markdown = [
    '# Glossary',
    '',
    'One term for each idea, in texts, code and documentation. The window shows the same list in **Settings › About**.',
    '',
    '| Term | Meaning | Chinese |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
  return format(markdown, { ...(await resolveConfig(page)), parser: 'markdown' });
}
