import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findImportCycles } from './find-import-cycles.ts';
import { findForbiddenImports, readImports } from './find-forbidden-imports.ts';

const root = resolve(import.meta.dirname, '../..');

it('every module imports only what the table allows', () => {
  expect(findForbiddenImports(root)).toEqual([]);
});

it('no file imports itself through others', () => {
  expect(findImportCycles(root)).toEqual([]);
});

it('imports of the real app are found', () => {
  expect(readImports(join(root, 'src-main/main.ts'))).toContain('electron');
  expect(readImports(join(root, 'src-main/start.ts'))).toContain('./cli/actions/serve.ts');
});

describe('a cycle', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'modules-'));
    mkdirSync(join(folder, 'src-main'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, code: string): void => writeFileSync(join(folder, 'src-main', name), code);

  it('is found, however long it is', () => {
    write('a.ts', "import { b } from './b.ts';\nimport { d } from './d.ts';");
    write('b.ts', "export * from './c.ts';");
    write('c.ts', "import './a.ts';");
    write('d.ts', 'export const d = 1;');
    expect(findImportCycles(folder)).toEqual([['src-main/a.ts', 'src-main/b.ts', 'src-main/c.ts']]);
  });

  it('is none by types, or by what is imported later', () => {
    write('a.ts', "import { b } from './b.ts';");
    write(
      'b.ts',
      "import type { A } from './a.ts';\nimport { type B } from './a.ts';\nexport const later = () => import('./a.ts');",
    );
    expect(findImportCycles(folder)).toEqual([]);
  });
});

describe('a violation is found', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'modules-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const check = (file: string, code: string): string[] => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
    return findForbiddenImports(folder);
  };

  it.each([
    ['src-main/queue/a.ts', "import { x } from '../pipeline/x.ts';"],
    ['src-main/pipeline/a.ts', "import { x } from '../engine/x.ts';"],
    ['src-main/ipc/a.ts', "import type { X } from '../../src-shared/api/x.ts';"],
    [
      'src-main/local-service/http/a.ts',
      "import { x } from '../../engine/files/x.ts';\nimport fastify from 'fastify';",
    ],
    ['src-main/shell/a.ts', "import { app } from 'electron';\nimport { x } from '../app.ts';"],
    [
      'src-renderer/a.svelte',
      "<script lang=\"ts\">\nimport { x } from '../src-shared/x.ts';\nimport { tick } from 'svelte';\n</script>",
    ],
    ['src-shared/a.ts', "// import 'electron'\nexport const text = \"import 'node:fs'\";"],
  ])('not in %s, which follows the rules', (file, code) => {
    expect(check(file, code)).toEqual([]);
  });

  it.each([
    ['src-shared/api/a.ts', 'export { x }', '../x.ts'],
    ['src-shared/a.ts', 'import { x }', 'node:fs'],
    ['src-shared/a.ts', 'import type { X }', '../src-main/app.ts'],
    ['src-renderer/a.ts', 'import { x }', 'electron'],
    ['src-renderer/a.ts', 'import { x }', '../src-main/app.ts'],
    ['src-renderer/app/a.svelte.ts', 'import { x }', 'node:path'],
    ['src-main/queue/a.ts', 'import { x }', '../ipc/x.ts'],
    ['src-main/pipeline/a.ts', 'import { x }', '../queue/x.ts'],
    ['src-main/service-client/a.ts', 'import { x }', '../pipeline/x.ts'],
    ['src-main/folders/a.ts', 'import { x }', '../settings/x.ts'],
    ['src-main/queue/a.ts', 'import { x }', '../engine/x.ts'],
    ['src-main/app.ts', 'import { x }', './shell/x.ts'],
    ['src-main/cli/a.ts', 'import { x }', '../shell/x.ts'],
    ['src-main/app.ts', 'import { x }', './local-service/x.ts'],
    ['src-main/cli/a.ts', 'import { x }', 'svelte'],
    ['src-main/queue/a.ts', 'import { x }', 'electron'],
    ['src-main/local-service/a.ts', 'import { x }', '../folders/x.ts'],
    ['src-main/local-service/a.ts', 'import { x }', '../../src-shared/x.ts'],
    ['src-main/engine/a.ts', 'import { x }', '../pipeline/x.ts'],
    ['src-main/engine/a.ts', 'import { x }', 'node:https'],
    ['src-main/preload.ts', 'import { x }', 'node:fs'],
    ['src-main/ipc/a.ts', 'import { x }', '../../test/x.ts'],
    ['src-main/elsewhere/a.ts', 'import { x }', 'zod'],
  ])('in %s: %s from %s', (file, words, name) => {
    expect(check(file, `${words} from '${name}';`)).toEqual([`${file} → ${name}`]);
  });

  it('in a dynamic import, and in a component', () => {
    check('src-main/queue/a.ts', "export const load = () => import('../shell/window.ts');");
    expect(check('src-renderer/A.svelte', '<script lang="ts">\n  import "node:os";\n</script>\n<p>import</p>')).toEqual(
      ['src-main/queue/a.ts → ../shell/window.ts', 'src-renderer/A.svelte → node:os'],
    );
  });
});
