import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { hasKeyring, withKeyring } from './keyring.ts';
import { runCli } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const SECRET = 'whsec_never_to_be_seen_again';

test('a secret is not kept without a keychain, is no argument, and no port is guessed', async () => {
  const home = makeTempFolder();
  const run = (args: string[], input = '') => runCli(['webhook', ...args, '--home', home, '--json'], input);
  expect(await run([])).toMatchObject({ code: 0, last: { webhook: null } });
  expect(await run(['set', '--port', '9000'], SECRET)).toMatchObject({ code: 1, last: { code: 'no_keychain' } });
  expect((await run(['set', SECRET, '--port', '9000'])).stderr).not.toContain(SECRET);
  for (const port of ['0', '65536', '1e3', '-1', '']) expect((await run(['set', '--port', port], SECRET)).code).toBe(2);
  const name = await run(['set', '--port', '9000', '--header-prefix', 'two words'], SECRET);
  expect([name.code, name.stderr]).toEqual([2, expect.stringContaining('--header-prefix must be')]);
  expect(await run([])).toMatchObject({ code: 0, last: { webhook: null } });
});

test.runIf(hasKeyring())('the place lies in the settings, the secret in the keychain alone, and both go', async () => {
  const home = makeTempFolder();
  const run = (args: string[], input = '') =>
    runCli(['webhook', ...args, '--home', home, '--json'], input, withKeyring(home));
  expect((await run(['set', '--port', '9000'], 'two words')).code).toBe(2);
  const set = await run(['set', '--port', '9000'], `${SECRET}\n`);
  expect(set).toMatchObject({ code: 0, last: { webhook: { address: '127.0.0.1', port: 9000 } } });
  const config = readFileSync(path.join(home, 'config.json'), 'utf8');
  expect(JSON.parse(config)).toMatchObject({ webhook: { port: 9000, address: '127.0.0.1' } });
  expect(config + set.stdout + set.stderr).not.toContain(SECRET);
  const named = await run(['set', '--port', '9000', '--header-prefix', 'Acme-3D'], `${SECRET}\n`);
  expect(named).toMatchObject({ code: 0, last: { webhook: { port: 9000, headerPrefix: 'acme-3d' } } });
  expect(await run(['off'])).toMatchObject({ code: 0, last: { webhook: null } });
  expect(JSON.parse(readFileSync(path.join(home, 'config.json'), 'utf8'))).toMatchObject({ webhook: null });
});
