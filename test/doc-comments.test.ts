import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** An exported function or type at the start of a line; later signatures of an overload share the first comment. */
const EXPORT = /^export (?:async )?(?:function\*?|class|interface|type) (\w+)/;

test.each(['src-shared/api', 'src-main/service-client'])(
  'every function and type that %s exports is documented',
  (folder) => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: root });
    const exported = files.flatMap((file) => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        const name = EXPORT.exec(line)?.[1];
        if (name === undefined) return [];
        const isDocumented = lines[index - 1]?.trimEnd().endsWith('*/') === true;
        return [{ id: `${file} ${name}`, isDocumented }];
      });
    });
    const documented = new Set(exported.filter(({ isDocumented }) => isDocumented).map(({ id }) => id));
    expect(exported.length).toBeGreaterThan(40);
    expect(exported.map(({ id }) => id).filter((id) => !documented.has(id))).toEqual([]);
  },
);
