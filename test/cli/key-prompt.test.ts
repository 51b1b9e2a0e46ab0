import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { httpAnswer, startRawService } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { runCli } from './commands/run-cli.ts';
import { hasScript, NO_KEYCHAIN, runOnTerminal as type, type Seen } from './lib/output/run-on-terminal.ts';

const KEY = 'sk_typed_and_never_to_be_seen';
const PROMPT = 'API key (hidden): ';

const runOnTerminal = (args: readonly string[], wrap: readonly string[], typed: string): Promise<Seen> =>
  type(args, wrap, { prompt: PROMPT, typed });

async function setUp() {
  const home = makeTempFolder();
  const answer = { code: 0, status: 'success', data: { balance: '12.50', frozen: '0' } };
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, JSON.stringify(answer))));
  await runCli(['services', 'add', 'x', '--url', service.origin, '--home', home]);
  const keys = () => service.requests.map(({ headers }) => headers['authorization']);
  return { home, args: ['--service', 'x', '--home', home], keys };
}

test.runIf(hasScript())('a key typed at the prompt is used and never shown', async () => {
  const { args, keys } = await setUp();
  const { code, screen } = await runOnTerminal(['key', 'test', ...args], NO_KEYCHAIN, `${KEY}\r`);
  expect({ code, screen }).toMatchObject({ code: 0, screen: expect.stringContaining('12.50 credits') as string });
  expect(screen).not.toContain(KEY.slice(0, 5));
  expect(keys()).toEqual([`Bearer ${KEY}`]);
});

test.runIf(hasScript())('a slip of the finger can be taken back', async () => {
  const { args, keys } = await setUp();
  const { code } = await runOnTerminal(['key', 'test', ...args], NO_KEYCHAIN, `${KEY}xy\x7f\x7f\r`);
  expect([code, keys()]).toEqual([0, [`Bearer ${KEY}`]]);
});

test.runIf(hasScript()).each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
  ['Enter', '\r'],
])('%s at the prompt ends it, and nothing is sent', async (_, typed) => {
  const { args, keys } = await setUp();
  const { code } = await runOnTerminal(['key', 'test', ...args], NO_KEYCHAIN, typed);
  expect(code).toBeGreaterThan(0);
  expect(keys()).toEqual([]);
});

test.runIf(hasScript() && hasKeyring())(
  'a key typed for “key set” lies in the keychain and was never shown',
  async () => {
    const { home, args, keys } = await setUp();
    const unlock = 'printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
    const env = ['env', `HOME=${home}`, `XDG_DATA_HOME=${home}/data`, `XDG_RUNTIME_DIR=${home}`];
    const wrap = [...env, 'dbus-run-session', '--', 'sh', '-c', unlock, 'sh'];
    const set = await runOnTerminal(['key', 'set', ...args], wrap, `${KEY}\r`);
    expect(set).toMatchObject({ code: 0, screen: expect.stringContaining('in the Secret Service') as string });
    expect(set.screen).not.toContain(KEY.slice(0, 5));
    expect((await runCli(['key', 'test', ...args], '', wrap)).code).toBe(0);
    expect(keys()).toEqual([`Bearer ${KEY}`]);
  },
);

function hasKeyring(): boolean {
  const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
  return process.platform === 'linux' && has('gnome-keyring-daemon') && has('dbus-run-session');
}
