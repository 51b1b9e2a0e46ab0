import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const RENDERER = path.resolve(import.meta.dirname, '../../../../src-renderer');

const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: RENDERER }).map((file) => readFileSync(path.join(RENDERER, file), 'utf8'));

/** Ids as the sources write them, with `*` for what is inserted: `job.move.*`. */
const idsIn = (sources: readonly string[], pattern: RegExp): Set<string> =>
  new Set(
    sources.flatMap((text) => [...text.matchAll(pattern)].map(([, id = '']) => id.replaceAll(/\$\{\w+\}/g, '*'))),
  );

/** Commands with a key that no button runs: they move the focus or the selection. */
const WITHOUT_BUTTON = ['view.pane', 'view.paneBefore', 'queue.next', 'queue.previous'];

const commands = read('app/commands/*-commands.ts').flatMap((text) => text.split(/\n(?=\s+id: )/).slice(1));
const keyed = idsIn(
  commands.filter((command) => /\n\s+keys: /.test(command)),
  /^\s+id: (?:\w+ === -?[\w']+ \? )?['`]([\w.${}]+)['`]/g,
);
const shown = idsIn(read('**/*.svelte'), /(?:shortcutHint|commandKey)\(['`]([\w.${}]+)['`]/g);

test('every command with a key names it on its button or in its menu', () => {
  expect(keyed.size).toBeGreaterThan(25);
  expect([...keyed].filter((id) => !shown.has(id) && !WITHOUT_BUTTON.includes(id))).toEqual([]);
});

test('no tooltip names a key of its own', () => {
  for (const source of read('**/*.svelte')) {
    expect(source).not.toMatch(/title="[^"\n]* {2}[^"\n]+"/);
  }
});
