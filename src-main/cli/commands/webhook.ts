import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { webhook as webhookSchema, type Settings } from '../../../src-shared/settings/settings.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, type CommandResult } from '../lib/output/command-result.ts';
import { openAccount, type Account } from '../lib/open/open-account.ts';
import { readSecret } from '../lib/input/read-secret.ts';
import { toNoKeychainResult } from '../lib/output/no-keychain-result.ts';

const PROMPT = 'Signing secret (nothing is shown): ';
/** Its name in the keychain. */
const SECRET_NAME = 'webhook';

/**
 * `dropforge webhook show|set|off`: where the service's webhooks come in while the queue runs. An event only causes an
 * earlier query; without a receiver everything is found by asking. The signing secret comes from standard input or a
 * hidden prompt, never from an argument.
 */
export async function webhook(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      address: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const account = openAccount(resolveHome(values.home, process.env));
  return printResult(values.json, async () => {
    const [action = 'show', ...more] = positionals;
    // What is left over may be a secret, so it is not repeated.
    if (more.length > 0) throw misuse('A secret is never an argument: pipe it in, or type it at the prompt.');
    switch (action) {
      case 'show':
        return show(account.settings.get());
      case 'set':
        return set(account, values.port, values.address);
      case 'off':
        return turnOff(account);
      default:
        throw misuse('There are show, set --port N and off.');
    }
  }).finally(() => account.close());
}

async function set(
  { settings, secrets, assertIdle }: Account,
  port: string | undefined,
  address?: string,
): Promise<CommandResult> {
  if (port === undefined) throw misuse('Give the --port the service is told to call, 1 to 65535.');
  const read = webhookSchema.safeParse({
    port: /^[1-9]\d{0,4}$/.test(port) ? Number(port) : -1,
    ...(address === undefined ? {} : { address }),
    secretName: SECRET_NAME,
  });
  if (!read.success) throw misuse('--port is 1 to 65535, --address one of this computer’s.');
  assertIdle();
  // A keychain only shows whether it works when it is used.
  await secrets.get(SECRET_NAME);
  if (!secrets.durable) return toNoKeychainResult('The secret');
  await secrets.set(SECRET_NAME, readSigningSecret(await readSecret(PROMPT)));
  return show(settings.set({ webhook: read.data }));
}

async function turnOff({ settings, secrets, assertIdle }: Account): Promise<CommandResult> {
  assertIdle();
  await secrets.delete(SECRET_NAME);
  return show(settings.set({ webhook: null }));
}

function show({ webhook: door }: Settings): CommandResult {
  const data = { webhook: door && { address: door.address, port: door.port } };
  if (!door) return { data, text: 'No webhooks come in; the service is asked instead.\n' };
  return { data, text: `Webhooks come in at ${door.address}, port ${door.port}, while the queue runs.\n` };
}

function readSigningSecret(typed: string): string {
  const secret = typed.trim();
  if (/^[\x21-\x7e]{8,400}$/.test(secret)) return secret;
  throw new AppError('config_invalid', 'It is one word, as the service’s console shows it.', { subject: 'The secret' });
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'webhook' });
}
