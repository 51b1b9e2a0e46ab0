import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_SECTIONS } from '../../src-main/cli/command-sections.ts';
import { commandLineMarkdown } from '../../src-main/cli/lib/command/reference-markdown.ts';

test('docs/cli.md matches the commands; `npm run docs` writes it', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/cli.md');
  expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).toBe(commandLineMarkdown(COMMAND_SECTIONS));
});
