import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { CONTROL_MUTANTS } from './control-mutants.ts';
import { applyEdit, openMutatedCopy } from './mutated-copy.ts';

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

describe('every control that `npm run mutants -- controls` removes', () => {
  test.each(CONTROL_MUTANTS)('$control: $name, is where the mutant expects it', (mutant) => {
    expect(applyEdit(read(mutant.file), mutant)).not.toBe(read(mutant.file));
    // The end of the name of a test; its beginning may be that of a group.
    if (mutant.only !== undefined) expect(read(mutant.test)).toContain(mutant.only);
  });

  test('has a name of its own, and a row in docs/security.md', () => {
    expect(new Set(CONTROL_MUTANTS.map(({ name }) => name)).size).toBe(CONTROL_MUTANTS.length);
    const rows = [...read('docs/security.md').matchAll(/^\| (\d+) +\|/gm)].map(([, control]) => Number(control));
    expect(rows).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });
});

test('a sample of them is caught by its test, and a change of nothing is not', async () => {
  const copy = openMutatedCopy();
  try {
    const sample = CONTROL_MUTANTS.find(({ name }) => name === 'calls of inner frames are answered')!;
    expect(await copy.run(sample)).toBe('caught');
    const [from] = sample.edit;
    expect(await copy.run({ ...sample, edit: [from, `${from} `] })).toBe('survived');
  } finally {
    copy.close();
  }
});
