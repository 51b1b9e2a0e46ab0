import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { LINK_SCHEME, RECIPE_EXTENSION } from '../../src-main/shell/open/dropforge-link.ts';
import { IMAGE_EXTENSIONS, MODEL_EXTENSIONS } from '../../src-shared/formats/formats.ts';
import { mediaTypeOf, UNKNOWN_MEDIA_TYPE } from '../../src-shared/formats/media-types.ts';

const root = resolve(import.meta.dirname, '../..');
const readConfig = () => getConfig(root, join(root, 'electron-builder.yml'), null);
const validate = (config: Awaited<ReturnType<typeof readConfig>>) =>
  validateConfiguration(config, new DebugLogger(false));

it('is what electron-builder understands', async () => {
  await expect(validate(await readConfig())).resolves.toBeUndefined();
});

it('is refused with a fuse that is misspelt', async () => {
  const config = await readConfig();
  const misspelt = { ...config, electronFuses: { ...config.electronFuses, runAsNodes: false } };
  await expect(validate(misspelt)).rejects.toThrow('configuration.electronFuses');
});

it('names icons that are there, in the format each system wants', async () => {
  const { win, mac, linux } = await readConfig();
  const head = (file: unknown, length: number) =>
    readFileSync(join(root, String(file)))
      .subarray(0, length)
      .toString('hex');
  expect(head(win?.icon, 4)).toBe('00000100');
  expect(head(mac?.icon, 4)).toBe(Buffer.from('icns').toString('hex'));
  expect(head(join(String(linux?.icon), '512x512.png'), 8)).toBe('89504e470d0a1a0a');
});

it('turns off every way to run other code in the packaged app', async () => {
  const { asar, electronFuses } = await readConfig();
  expect(asar).toBe(true);
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('offers every kind of source under “Open with”, and is the default program of recipes only', async () => {
  const { fileAssociations, mac, linux, deb, rpm } = await readConfig();
  const sources = [...IMAGE_EXTENSIONS, ...MODEL_EXTENSIONS];
  const own = [fileAssociations].flat();
  expect(own.map((type) => type?.ext)).toEqual([RECIPE_EXTENSION.slice(1)]);
  const offered = [mac?.fileAssociations].flat();
  expect(offered.flatMap((type) => type?.ext ?? []).toSorted()).toEqual(sources.toSorted());
  expect(offered.map((type) => [type?.role, type?.rank])).toEqual(offered.map(() => ['Viewer', 'Alternate']));
  const media = new Set(
    sources.map((extension) => mediaTypeOf(`a.${extension}`)).filter((type) => type !== UNKNOWN_MEDIA_TYPE),
  );
  expect(new Set(linux?.mimeTypes)).toEqual(new Set([...media, 'model/ply']));
  for (const { mimeTypes } of [deb ?? {}, rpm ?? {}]) {
    expect(mimeTypes).toEqual(linux?.mimeTypes);
    expect(mimeTypes).not.toBe(linux?.mimeTypes);
  }
  const installer = readFileSync(join(root, 'assets/windows/installer.nsh'), 'utf8');
  const types = [...installer.matchAll(/insertmacro \$\{MACRO\} "\.(\w+)"/g)].map(([, extension]) => extension);
  expect(types.toSorted()).toEqual(sources.toSorted());
});

interface FlatpakModule {
  readonly 'build-commands': readonly string[];
  readonly sources: readonly { readonly path?: string; readonly contents?: string }[];
}

it('opens in the Flatpak what it opens in every other package, also recipes, whose type it brings', async () => {
  const { fileAssociations, linux } = await readConfig();
  const read = (name: string): string => readFileSync(join(root, 'assets/linux', name), 'utf8');
  const { id, modules } = load(read('invalid.dropforge.app.yml')) as { id: string; modules: readonly FlatpakModule[] };
  const { 'build-commands': commands, sources } = modules[0]!;
  const entry = sources.find(({ contents }) => contents?.startsWith('[Desktop Entry]'))?.contents ?? '';
  const opened = /^MimeType=(.*);$/m.exec(entry)?.[1]?.split(';') ?? [];
  const [recipe] = [fileAssociations].flat();
  expect(opened).toEqual([recipe?.mimeType, `x-scheme-handler/${LINK_SCHEME}`, ...(linux?.mimeTypes ?? [])]);

  // A Flatpak may only add types in a file of its own name.
  const install = commands.find((command) => command.endsWith(` /app/share/mime/packages/${id}.xml`));
  const [, , file = ''] = install?.split(' ') ?? [];
  expect(sources.map((source) => source.path)).toContain(file);
  const types = read(file);
  expect([...types.matchAll(/<mime-type type="([^"]+)">/g)].map(([, type]) => type)).toEqual([recipe?.mimeType]);
  expect([...types.matchAll(/<glob pattern="([^"]+)"\/>/g)].map(([, glob]) => glob)).toEqual([`*${RECIPE_EXTENSION}`]);
});

it('opens links of its scheme only', async () => {
  const { protocols } = await readConfig();
  expect([protocols].flat().flatMap((protocol) => protocol?.schemes)).toEqual([LINK_SCHEME]);
});

it('brings the command line on every system, by the switch that the app reads', async () => {
  const { win, mac, deb, rpm } = await readConfig();
  const switches = '--command -- ';
  for (const file of ['linux/dropforge', 'macos/dropforge', 'windows/dropforge.cmd'])
    expect(readFileSync(join(root, 'assets', file), 'utf8')).toContain(switches);
  expect([deb?.fpm?.[0], rpm?.fpm?.[0]]).toEqual(Array(2).fill('assets/linux/dropforge=/usr/bin/dropforge'));
  expect(win?.extraFiles).toEqual([{ from: 'assets/windows/dropforge.cmd', to: 'bin/dropforge.cmd' }]);
  expect(mac?.extraResources).toEqual([{ from: 'assets/macos/dropforge', to: 'bin/dropforge' }]);
  for (const file of ['linux/dropforge', 'macos/dropforge'])
    expect(statSync(join(root, 'assets', file)).mode & 0o111).toBe(0o111);
});

it('puts the command line on the Path of Windows when it is installed, and removes it with the app', () => {
  const installer = readFileSync(join(root, 'assets/windows/installer.nsh'), 'utf8');
  const macro = (name: string): string => installer.split(`!macro ${name}`)[1]?.split('!macroend')[0] ?? '';
  expect(macro('customInstall')).toContain('!insertmacro changePath "+ $$env:DROPFORGE_BIN"\n');
  expect(macro('customUnInstall')).toContain('!insertmacro changePath ""\n');
  expect(macro('changePath')).toContain('("DROPFORGE_BIN", "$INSTDIR\\bin")');
  // Read and written unexpanded: another program’s entry may be %NAME%.
  expect(macro('changePath')).toMatch(/'DoNotExpandEnvironmentNames'.*'ExpandString'/);
});

it('hardens the app for macOS and grants it nothing but compiling code', async () => {
  const { mac } = await readConfig();
  expect(mac?.hardenedRuntime).toBe(true);
  expect(mac?.entitlements).toBe(mac?.entitlementsInherit);
  const text = readFileSync(join(root, String(mac?.entitlements)), 'utf8');
  expect([...text.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
});

it('publishes nowhere, and writes what electron-updater reads in the app on Windows and macOS', async () => {
  const { publish, win, mac, linux } = await readConfig();
  expect([publish, linux?.publish]).toEqual([null, undefined]);
  const unused = { provider: 'generic', url: 'https://dropforge.invalid/' };
  expect([win?.publish, mac?.publish]).toEqual([unused, unused]);
});
