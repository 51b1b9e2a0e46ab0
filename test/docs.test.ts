import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../src-shared/api/protocol/endpoints.ts';
import { SERVICE_ERROR_CODES } from '../src-shared/api/protocol/error-codes.ts';
import { OPERATIONS } from '../src-shared/api/operations.ts';
import { INTERPRETATIONS } from '../src-main/local-service/reference/interpretations.ts';
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
