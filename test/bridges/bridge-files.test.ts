import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBridge } from '../../src-main/dcc/bridges/bridge-package.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { BRIDGES, PYTHON, run } from './python.ts';

const HOSTS = ['maya', 'max', 'houdini', 'cinema4d', 'unreal', 'unity', 'godot'] as const;
const PYTHON_HOSTS = HOSTS.filter((host) => host !== 'unity' && host !== 'godot');

interface BridgeFile {
  readonly host: string;
  readonly core: boolean;
  readonly coreTo?: string;
  readonly settings: string;
  readonly files: readonly { readonly from: string; readonly to: string }[];
  readonly formats: readonly string[];
  readonly verified: string;
}

const read = (...parts: string[]): string => readFileSync(path.join(BRIDGES, ...parts), 'utf8');
const readBridgeFile = (host: string): BridgeFile => JSON.parse(read(host, 'bridge.json')) as BridgeFile;

/** Everything in a bridge's folder, as Python leaves none of it behind. */
const listFiles = (host: string): string[] =>
  globSync('**/*', { cwd: path.join(BRIDGES, host), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => path.relative(path.join(BRIDGES, host), path.join(entry.parentPath, entry.name)));

describe.each(HOSTS)('the bridge of %s', (host) => {
  const bridge = readBridgeFile(host);

  it('names every file of its folder, and none that is not there', () => {
    const named = new Set(bridge.files.map(({ from }) => from));
    expect([...named].sort()).toEqual(
      listFiles(host)
        .filter((file) => file !== 'bridge.json')
        .sort(),
    );
    expect(new Set(bridge.files.map(({ to }) => to)).size).toBe(bridge.files.length);
  });

  it('is read by the installer', async () => {
    const layout = await readBridge(host);
    expect(layout).toMatchObject({ host, settings: bridge.settings, formats: bridge.formats });
    expect(layout.files.some(({ to }) => to.endsWith('dropforge_bridge/bridge.py'))).toBe(bridge.core);
  });

  it('puts its settings into a folder that only it uses, or that nobody shares', () => {
    const ours = /dropforge/i.exec(bridge.settings)?.index ?? -1;
    expect(ours).toBeGreaterThanOrEqual(0);
    expect(bridge.files.map(({ to }) => to)).not.toContain(bridge.settings);
  });
});

describe('the bridges', () => {
  it.each(PYTHON_HOSTS)('that need the core find it where the installer puts it: %s', (host) => {
    const { core, coreTo = '', files } = readBridgeFile(host);
    expect(core).toBe(true);
    const home = path.dirname(coreTo);
    expect(files.map(({ to }) => to)).toContain(`${home}/__init__.py`);
  });

  it.skipIf(!PYTHON).each(PYTHON_HOSTS)('are found by Python, as the installer lays them: %s', async (host) => {
    const base = makeTempFolder();
    const { coreTo = '', settings } = readBridgeFile(host);
    for (const { to, bytes } of (await readBridge(host)).files) {
      mkdirSync(path.dirname(path.join(base, to)), { recursive: true });
      writeFileSync(path.join(base, to), bytes);
    }
    const home = path.join(base, path.dirname(coreTo));
    const doubles = path.join(import.meta.dirname, 'doubles');
    const script = `import importlib, sys
sys.path[:0] = sys.argv[2:]
session = importlib.import_module(sys.argv[1] + (".plugin" if "c4d" in sys.argv[1] else ".session"))
print(session.HostSession.__module__, getattr(session, "_SETTINGS", ""))`;
    const places = [path.dirname(home), doubles, path.join(doubles, host)];
    const { out, errors } = await run(PYTHON!, ['-c', script, path.basename(home), ...places], { PYTHONPATH: '' });
    const expected = host === 'unreal' ? '' : path.join(base, settings);
    expect(out.trimEnd(), errors).toBe(`${path.basename(home)}.dropforge_bridge.host_session ${expected}`.trimEnd());
  });

  it('are run in the real program, or say that they are not', () => {
    const table = read('README.md');
    for (const host of HOSTS) {
      expect(readBridgeFile(host).verified).toBe('double');
      expect(table).toMatch(new RegExp(`^\\| \`${host}\` .*not yet run in the real program`, 'm'));
    }
  });

  it('tell one version everywhere', () => {
    const version = /BRIDGE_VERSION = "([\d.]+)"/.exec(read('dropforge_bridge/version.py'))?.[1] ?? '';
    expect(JSON.parse(read('unity/package.json'))).toMatchObject({ version });
    expect(JSON.parse(read('unreal/Dropforge.uplugin'))).toMatchObject({ VersionName: version });
    expect(read('unity/Editor/Protocol/StateFiles.cs')).toContain(`BridgeVersion = "${version}"`);
    expect(read('godot/plugin.cfg')).toContain(`version="${version}"`);
    expect(read('godot/state_files.gd')).toContain(`BRIDGE_VERSION := "${version}"`);
    expect(read('maya/dropforge.mod')).toBe(`+ Dropforge ${version} ./dropforge\n`);
  });

  it.skipIf(!PYTHON)('for Cinema 4D have a plug-in that Python 3.7 reads', async () => {
    const script = 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 7))';
    const { code, errors } = await run(PYTHON!, ['-c', script, path.join(BRIDGES, 'cinema4d/dropforge.pyp')]);
    expect(code, errors).toBe(0);
  });

  it('for Godot name only scripts that are there, by the place they are installed at', () => {
    const { files } = readBridgeFile('godot');
    const installed = new Set(files.map(({ to }) => `res://${to}`));
    const scripts = files.filter(({ from }) => from.endsWith('.gd'));
    expect(scripts.length).toBeGreaterThan(8);
    for (const { from } of scripts) {
      const text = read('godot', from);
      for (const [, asked = ''] of text.matchAll(/preload\("([^"]+)"\)/g)) expect(installed).toContain(asked);
      expect(text.split('\n').filter((line) => /^ /.test(line))).toEqual([]);
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(300);
    }
    expect(installed).toContain(
      `res://addons/dropforge/${/script="([^"]+)"/.exec(read('godot/plugin.cfg'))?.[1] ?? ''}`,
    );
    expect(existsSync(path.join(BRIDGES, 'godot/gitignore'))).toBe(true);
  });
});
