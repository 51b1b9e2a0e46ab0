import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const MODULE = path.join(import.meta.dirname, '../../src-main/settings/keychain-secrets.ts');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Runs a script with the keychain of a home; `wrap` is the command line it is started through. */
function run(script: string, wrap: readonly string[], env: Record<string, string> = {}): string {
  const code = `import { createKeychainSecrets as open } from ${JSON.stringify(MODULE)};\n${script}`;
  const [program = '', ...args] = [...wrap, process.execPath, '--input-type=module-typescript', '-e', code];
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...clean } = process.env;
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...clean, ...env }, timeout: 60_000 });
  return stdout.trim().split('\n').at(-1) || stderr;
}

describe.runIf(process.platform === 'linux')('the keychain', () => {
  test('is absent: the key is kept in memory, and said so', () => {
    const script = `const s = await open('/h'); await s.set('a', 'x'); console.log(s.kind, s.durable, await s.get('a'), await s.get('b'));`;
    const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' };
    expect(run(script, ['env'], nowhere)).toBe('memory false x null');
  });

  test('keeps a key between processes, apart for each home', (context) => {
    if (!has('gnome-keyring-daemon') || !has('dbus-run-session'))
      return context.skip('gnome-keyring or dbus is not installed.');
    const home = makeTempFolder();
    const unlock = `printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"`;
    const session = ['dbus-run-session', '--', 'sh', '-c', unlock, 'sh'];
    const env = { HOME: home, XDG_DATA_HOME: `${home}/data`, XDG_RUNTIME_DIR: home };
    const write = `const s = await open('/h'); await s.set('key', 'sk_ä1'); console.log(s.kind, s.durable, await s.get('key'));`;
    expect(run(write, session, env)).toBe('Secret Service true sk_ä1');
    const read = `const s = await open('/h'), o = await open('/other'); console.log(await s.get('key'), await o.get('key')); `;
    expect(run(read, session, env)).toBe('sk_ä1 null');
    const remove = `const s = await open('/h'); await s.delete('key'); await s.delete('key'); console.log(await s.get('key'));`;
    expect(run(remove, session, env)).toBe('null');
  });
});
