import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRIDGES, NO_PYTHON, PYTHON, run, runTests } from './python.ts';

const folder = path.join(import.meta.dirname, 'python');
const modules = globSync('test_*.py', { cwd: folder }).map((file) => path.basename(file, '.py'));

describe.skipIf(!PYTHON)(`the bridge's core (${PYTHON ? 'plain Python' : NO_PYTHON})`, () => {
  it('has tests', () => expect(modules.length).toBeGreaterThanOrEqual(4));

  it.each(modules)('passes %s', async (name) => {
    const { code, errors } = await runTests(folder, name);
    expect(errors).toMatch(/Ran \d+ tests? in [^]*\nOK/);
    expect(code, errors).toBe(0);
  });
});

describe('the sources of the bridges', () => {
  const sources = globSync('**/*.py', { cwd: BRIDGES }).filter((file) => !file.includes('__pycache__'));
  const read = (file: string): string => readFileSync(path.join(BRIDGES, file), 'utf8');

  it('have no file longer than 200 lines', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((file) => read(file).trimEnd().split('\n').length > 200)).toEqual([]);
  });

  it('open no port', () => {
    expect(sources.filter((file) => /socketserver|http\.server|\.(?:bind|listen)\(/.test(read(file)))).toEqual([]);
  });

  it('keep programs out of the core, which imports the standard library only', () => {
    const core = sources.filter((file) => file.startsWith('dropforge_bridge'));
    expect(core.filter((file) => /\bbpy\b/.test(read(file)))).toEqual([]);
    const imported = core.flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:from|import) (\w+)/gm)].map(([, name]) => name!),
    );
    const allowed =
      'argparse atexit datetime errno filecmp hashlib json math os queue re shutil signal socket stat struct sys threading time typing unicodedata urllib uuid';
    expect([...new Set(imported)].filter((name) => !allowed.split(' ').includes(name))).toEqual([]);
  });

  it.skipIf(!PYTHON)('are read by Python 3.7', async () => {
    const script =
      'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file, encoding="utf-8").read(), file, feature_version=(3, 7))';
    const { code, errors } = await run(PYTHON!, ['-c', script, ...sources.map((file) => path.join(BRIDGES, file))]);
    expect(errors).toBe('');
    expect(code).toBe(0);
  });

  it('tell one version everywhere', () => {
    const [, version = ''] = /BRIDGE_VERSION = "([\d.]+)"/.exec(read('dropforge_bridge/version.py')) ?? [];
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read('blender/dropforge_blender/__init__.py')).toContain(`"version": (${version.replaceAll('.', ', ')})`);
    expect(read('blender/dropforge_blender/blender_manifest.toml')).toContain(`\nversion = "${version}"\n`);
  });
});
