import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findForbiddenImports, readImports } from './find-forbidden-imports.ts';
import {
  ENGINE_LAYERS,
  PAGE_LAYERS,
  findLayerViolations,
  findPrivateImports,
  type Layers,
} from './find-layer-violations.ts';

const root = resolve(import.meta.dirname, '../..');

it('every module imports only what the table allows', () => {
  expect(findForbiddenImports(root)).toEqual([]);
});

it.each([ENGINE_LAYERS, PAGE_LAYERS])('the layers of $root import downward only', (layers) => {
  expect(findLayerViolations(root, layers)).toEqual([]);
});

it('other modules import only what the package of the engine exports', () => {
  expect(findPrivateImports(root, ENGINE_LAYERS.root)).toEqual([]);
});

it('imports of the real app are found', () => {
  expect(readImports(join(root, 'src-main/main.ts'))).toContain('electron');
  expect(readImports(join(root, 'src-main/start/start-app.ts'))).toContain('../cli/actions/serve.ts');
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

describe('against the layers of a module', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'layers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (file: string, code: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  };

  it.each<readonly [Layers, string, string, boolean]>([
    [ENGINE_LAYERS, 'src-main/engine/show/a.ts', '../change/b.ts', true],
    [ENGINE_LAYERS, 'src-main/engine/change/a.ts', '../base/b.ts', true],
    [ENGINE_LAYERS, 'src-main/engine/base/a.ts', '../files/b.ts', false],
    [ENGINE_LAYERS, 'src-main/engine/make/a.ts', '../change/b.ts', false],
    [ENGINE_LAYERS, 'src-main/engine/catalogue/a.ts', '../make/b.ts', false],
    [PAGE_LAYERS, 'src-renderer/features/queue/a.ts', '../viewer/b.ts', true],
    [PAGE_LAYERS, 'src-renderer/app/App.svelte', '../features/queue/b.ts', true],
    [PAGE_LAYERS, 'src-renderer/features/queue/a.ts', '../../app/frame/b.ts', false],
    [PAGE_LAYERS, 'src-renderer/ui/a.ts', '../features/queue/b.ts', false],
    [PAGE_LAYERS, 'src-renderer/app/a.ts', '../features/queue/b.ts', false],
  ])('an import is judged: %#', (layers, file, name, isAllowed) => {
    const code = `import type { X } from '${name}';`;
    write(file, file.endsWith('.svelte') ? `<script lang="ts">\n${code}\n</script>` : code);
    expect(findLayerViolations(folder, layers).length).toBe(isAllowed ? 0 : 1);
  });

  it('a file outside of every layer is found, and a private file imported from outside', () => {
    write('src-main/engine/loose.ts', '');
    write('src-main/engine/package.json', '{"exports": {"./b": "./base/b.ts"}}');
    write('src-main/links/a.ts', "import '../engine/base/b.ts';\nimport '../engine/base/c.ts';");
    expect(findLayerViolations(folder, ENGINE_LAYERS)).toEqual(['src-main/engine/loose.ts is in no layer']);
    expect(findPrivateImports(folder, 'src-main/engine')).toEqual(['src-main/links/a.ts → src-main/engine/base/c.ts']);
  });
});
