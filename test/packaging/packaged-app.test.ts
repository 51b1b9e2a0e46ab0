import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_PARTS } from '../../src-main/cli/lib/build-parts.ts';
import { ensureBuild } from '../../src-main/cli/lib/ensure-build.ts';
import { folderBytes } from '../helpers/folder-bytes.ts';
import { EXPECTED_FUSES } from './expected-fuses.ts';
import { packageApp } from './package-app.ts';
import { LEFT_OUT_PACKAGES, SHIPPED_PACKAGES, SIZE_BUDGET_BYTES } from './shipped-packages.ts';

const root = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  main: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

type Lockfile = Readonly<
  Record<string, { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>
>;
const { packages: lockfile } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Lockfile;
};

let folder = '';
let app = '';
let archive = '';
let files: readonly string[] = [];

beforeAll(async () => {
  await ensureBuild(...BUILD_PARTS);
  folder = mkdtempSync(join(tmpdir(), 'packaging-'));
  app = await packageApp(folder);
  archive = join(app, 'resources/app.asar');
  files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/').replace(/^\//, ''));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const own = () => files.filter((file) => !file.startsWith('node_modules'));

describe('the packaged app', () => {
  it('holds what the window starts from', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        manifest.main,
        'dist/main/src-main/local-service/main.js',
        'dist/main/src-main/local-service/reference/swagger-ui/swagger-ui-bundle.js',
        'dist/main/src-main/local-service/reference/swagger-ui/swagger-ui.css',
        'dist/main/src-main/engine/files/images/basis/basis_transcoder.js',
        'dist/main/src-main/engine/files/images/basis/basis_transcoder.wasm',
        'dist/preload/preload.cjs',
        'dist/renderer/index.html',
        'assets/samples/fox.png',
        'assets/samples/mug.png',
        'assets/samples/rocket.png',
      ]),
    );
  });

  it('holds every module that the built files import', () => {
    const built = own().filter((file) => file.startsWith('dist/main/') && file.endsWith('.js'));
    const missing = built.flatMap((file) =>
      importsOf(extractFile(archive, file).toString())
        .map((name) => (name.startsWith('.') ? join(file, '..', name) : `node_modules/${packageOf(name)}/package.json`))
        .filter((needed) => !files.includes(needed))
        .map((needed) => `${file} → ${needed}`),
    );
    expect(built.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it('holds no sources, no tests and no source maps', () => {
    const kinds = new Set(own().map((file) => file.split('/')[0]));
    expect([...kinds].sort()).toEqual(['assets', 'dist', 'package.json']);
    expect(own().filter((file) => /\.(ts|svelte|map)$|built-from/.test(file))).toEqual([]);
  });

  it('holds the packages it runs with, each for a reason, and none it was built with', () => {
    const holds = (name: string) => files.includes(`node_modules/${name}/package.json`);
    expect(Object.keys(SHIPPED_PACKAGES).toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
    expect(Object.keys(manifest.dependencies).filter((name) => !holds(name))).toEqual([]);
    expect(Object.keys(manifest.devDependencies).filter(holds)).toEqual([]);
    const needed = listNeededPackages(lockfile, Object.keys(manifest.dependencies));
    const shipped = new Set(
      files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? []),
    );
    expect([...shipped].filter((name) => !needed.has(name) || LEFT_OUT_PACKAGES.has(name))).toEqual([]);
    expect([...LEFT_OUT_PACKAGES].filter((name) => !needed.has(name))).toEqual([]);
  });

  it('loads none of the packages that are left out', () => {
    const modules = files.filter((file) => /\.(js|cjs|mjs)$/.test(file) && !/^node_modules\/[\w.-]+$/.test(file));
    const loaded = modules.flatMap((file) => {
      const code = extractFile(archive, file).toString();
      return [...LEFT_OUT_PACKAGES]
        .filter(
          (name) =>
            code.includes(`require("${name}")`) ||
            code.includes(`require('${name}')`) ||
            importsOf(code).includes(name),
        )
        .map((name) => `${file} → ${name}`);
    });
    // `buffer` and `whatwg-url` are also Node's own; nothing else of them is loaded.
    expect(loaded.filter((line) => !line.endsWith('→ buffer'))).toEqual([]);
  });

  it('stays within its size', () => {
    const bytes = folderBytes(join(app, 'resources'));
    expect(bytes).toBeGreaterThan(SIZE_BUDGET_BYTES / 2);
    expect(bytes).toBeLessThan(SIZE_BUDGET_BYTES);
  });

  it('names no folder of the computer it was built on', () => {
    const [, map = ''] =
      /sourceMappingURL=data:[^,]*,(\S+)/.exec(String(extractFile(archive, 'dist/preload/preload.cjs'))) ?? [];
    const texts = [readFileSync(archive), Buffer.from(map, 'base64')];
    expect(texts.map((text) => [text.includes(`${root}/`), text.includes(folder)])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('lays native libraries beside the archive', () => {
    const native = files.filter((file) => /\.(node|so|so\.[\d.]+|dylib|dll)$/.test(file));
    expect(native.some((file) => file.includes('@img/'))).toBe(true);
    expect(native.some((file) => file.includes('@napi-rs/keyring'))).toBe(true);
    expect(native.filter((file) => !existsSync(join(`${archive}.unpacked`, file)))).toEqual([]);
  });

  it('lays the bridges beside the archive, where other programs can read them', () => {
    const bridges = globSync('assets/bridges/**/*.*', { cwd: root }).filter((file) => !file.includes('__pycache__'));
    expect(bridges.length).toBeGreaterThan(30);
    expect(bridges.filter((file) => !existsSync(join(`${archive}.unpacked`, file)))).toEqual([]);
  });

  it('lays the samples beside the archive, where jobs can use them as sources', () => {
    const samples = globSync('assets/samples/*.png', { cwd: root });
    expect(samples.length).toBeGreaterThan(2);
    expect(samples.filter((file) => !existsSync(join(`${archive}.unpacked`, file)))).toEqual([]);
  });

  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(join(app, 'dropforge'));
    const read = (name: string) => [name, Number(wire[FuseV1Options[name as Fuse]]) === ON];
    expect(Object.fromEntries(Object.keys(EXPECTED_FUSES).map(read))).toEqual(EXPECTED_FUSES);
  });
});

/** How the wire writes a fuse that is on: the digit. */
const ON = 0x31;

type Fuse = keyof typeof EXPECTED_FUSES;

/** Packages with everything they bring, by name. */
function listNeededPackages(packages: Lockfile, roots: readonly string[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const own = Object.entries(packages).filter(([at]) => at.endsWith(`node_modules/${name}`));
    for (const [, { dependencies = {}, optionalDependencies = {} }] of own)
      for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other);
  };
  for (const name of roots) add(name);
  return needed;
}

/** Static imports of a built module, without Node's and Electron's own. */
function importsOf(code: string): string[] {
  const found = [...code.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?["']([^"']+)["']/gm)].map(
    ([, name = '']) => name,
  );
  return found.filter((name) => !name.startsWith('node:') && name !== 'electron');
}

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
