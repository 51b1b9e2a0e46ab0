import { globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** One `package` of the lockfile, as far as these tests look. */
interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
/** The workspace of the engine. */
const ENGINE = 'src-main/engine';
const manifest = JSON.parse(read('package.json')) as {
  readonly workspaces: readonly string[];
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
/** Every package of the lockfile that comes from a registry: the project itself and its workspace are no such packages. */
const locked = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages)
  .filter(([path, { link, resolved }]) => !['', ENGINE].includes(path) && !(link === true && resolved === ENGINE))
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }));

/** Every text of the project's own, whatever its room. */
const texts = [...find('*.*'), ...find('.ci/*'), ...find('{src-*,test,assets}/**/*.*')].filter((file) =>
  /\.(ts|mjs|js|json|svelte|css|html|md|yml|svg)$|^\.ci\//.test(file),
);

const sources = find('src-*/**/*.{ts,svelte}').filter((file) => !file.endsWith('.d.ts'));

describe('the sources', () => {
  it('are there', () => expect(sources.length).toBeGreaterThan(100));

  it('export nothing as default', () => {
    expect(sources.filter((file) => /^\s*export default\b|\bas default\b/m.test(read(file)))).toEqual([]);
  });

  it('have no file longer than 300 lines', () => {
    expect(sources.filter((file) => read(file).trimEnd().split('\n').length > 300)).toEqual([]);
  });

  it('parse JSON from outside within limits', () => {
    // Texts that this app wrote itself, that its owner types, or that come with it.
    const own = [
      'base/log/log-file.ts',
      'base/parse-json-or-null.ts',
      'base/project-root.ts',
      'cli/actions/recipes.ts',
      'cli/lib/input/parse-parameter.ts',
      'dcc/bridges/bridge-package.ts',
      'doctor/libraries.ts',
      'local-service/tasks/embedded/sqlite-task-table.ts',
      'local-service/tasks/find-uploads-in-use.ts',
      'local-service/tasks/studio/postgres-task-store.ts',
      'local-service/webhooks/postgres-delivery-store.ts',
      'local-service/webhooks/sqlite-delivery-store.ts',
      'service-client/local-service/local-service-process.ts',
      // A quoted text of a feed whose size is limited.
      'updates/parse-feed.ts',
    ].map((file) => `src-main/${file}`);
    // Reader and engine processes have limits of their own, and the page is a sandboxed process.
    const isolated = /^src-(main\/(engine|readers)|renderer)\//;
    const parsing = sources.filter((file) => /\bJSON\.parse\(/.test(read(file)));
    const outside = parsing.filter((file) => !isolated.test(file)).sort();
    expect(outside).toEqual([
      ...own,
      'src-shared/api/protocol/is-task-of-request.ts',
      'src-shared/formats/parse-bounded-json.ts',
    ]);
  });

  it('read whole files only where they are not from outside', () => {
    const own = [
      // Files of the project, its packages and the system.
      'base/find-electron.ts',
      'base/processes/resident-bytes.ts',
      'base/project-root.ts',
      'cli/lib/build-parts.ts',
      'dcc/bridges/bridge-package.ts',
      'doctor/libraries.ts',
      'ipc/loopback/page-response.ts',
      'local-service/reference/swagger-ui-files.ts',
      // Files of the data folder, and files that the owner names.
      'base/log/log-file.ts',
      'cli/actions/services.ts',
      'dcc/bridges/bridge-files.ts',
      'local-service/account/stored-secrets.ts',
      'local-service/files/s3/s3-config.ts',
      // Images and masks that an engine prepared.
      'local-service/generators/hunyuan3d/hunyuan3d-request.ts',
      'local-service/generators/mask-estimator.ts',
      'local-service/read-config.ts',
      'local-service/studio/open-studio-console.ts',
      'settings/settings-file.ts',
      'shell/start-at-login.ts',
      // Engine and reader processes, whose time and memory are limited.
      'local-service/operations/run-work-item.ts',
      'readers/inspect/inspect-source.ts',
      'updates/sign-feeds.ts',
    ].map((file) => `src-main/${file}`);
    const reading = sources.filter(
      (file) => /^src-main\/(?!engine\/)/.test(file) && /\breadFile(Sync)?\(/.test(read(file)),
    );
    expect(reading.sort()).toEqual(own.sort());
  });

  it('have files in kebab-case, and components in PascalCase', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.svelte|\.zh)?\.ts$/;
    const component = /^([A-Z][a-z0-9]*)+\.svelte$/;
    const isNamed = (name: string): boolean => (name.endsWith('.svelte') ? component : kebab).test(name);
    expect(sources.filter((file) => !isNamed(file.split('/').at(-1) ?? ''))).toEqual([]);
  });

  it('open windows in shell/window.ts only', () => {
    expect(sources.filter((file) => read(file).includes('new BrowserWindow('))).toEqual([
      'src-main/shell/window/window.ts',
    ]);
  });

  it('keep the tasks of one process and those of a studio apart', () => {
    const tasks = 'src-main/local-service/tasks';
    const importing = (files: string, other: RegExp): string[] => find(files).filter((file) => other.test(read(file)));
    expect(importing(`${tasks}/embedded/*.ts`, /from '[^']*\/studio\//)).toEqual([]);
    expect(importing(`${tasks}/studio/*.ts`, /from '[^']*\/embedded\//)).toEqual([]);
    expect(importing(`${tasks}/*.ts`, /from '\.\/(embedded|studio)\//)).toEqual([]);
  });

  it('have no drawer for everything', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|managers?|misc|index)[./]/;
    expect(sources.filter((file) => drawer.test(file))).toEqual([]);
  });
});

describe('the packages', () => {
  it('are pinned to one version each', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('are locked with their checksum and without the host they came from', () => {
    const foreign = locked.filter(({ resolved, link }) => link === true || resolved?.includes('://') === true);
    expect(foreign.map(({ name }) => name)).toEqual([]);
    expect(locked.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
  });

  it('of the engine are those of the app, in the same versions', () => {
    const engine = JSON.parse(read(`${ENGINE}/package.json`)) as typeof manifest;
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const own = Object.entries({ ...engine.dependencies, ...engine.devDependencies });
    expect(manifest.workspaces).toEqual([ENGINE]);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(([name, version]) => versions[name] !== version)).toEqual([]);
  });

  it('run no script at install that is not allowed by name', () => {
    const running = locked.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name);
    expect(running.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
    expect(Object.keys(manifest.allowScripts).filter((name) => !running.includes(name))).toEqual([]);
  });
});

it('no file names a folder of the computer it was written on', () => {
  // A checkout right below the root of a disk has a name too short to mean anything.
  const here = [root, homedir()].filter((folder) => folder.split(/[\\/]/).length > 2).map((folder) => `${folder}/`);
  // Folders of a person, unless the name is plainly made up, and scratch folders with the end a computer gave them.
  const personal = /\/(?:home|Users)\/(?!(?:me|user|artist|someone|somebody|you)\b)[a-z]\w*\/|\/tmp\/tmp\.\w{6,}/;
  const naming = texts.filter((file) => {
    const text = read(file);
    return here.some((folder) => text.includes(folder)) || personal.test(text);
  });
  expect(texts.length).toBeGreaterThan(sources.length);
  expect(naming).toEqual([]);
});
