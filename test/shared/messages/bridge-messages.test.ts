import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { BRIDGE_MESSAGES } from '../../../src-shared/messages/bridge-messages.ts';

it('what bridges write is still written by one of them', () => {
  const files = globSync('assets/bridges/**/*.{py,cs,gd}', { cwd: PROJECT_ROOT });
  const written = files
    .map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
    .join('\n')
    // Python sets a text together of several lines.
    .replaceAll(/"\s*\n\s*"/g, '');
  const partsOf = (pattern: string): string[] =>
    pattern.split(/\{\d\}|: | (?=the bridge)/).filter((part) => part.length > 3);
  expect(BRIDGE_MESSAGES.filter((pattern) => partsOf(pattern).some((part) => !written.includes(part.trim())))).toEqual(
    [],
  );
});
