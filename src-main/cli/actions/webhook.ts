import { AppError } from '../../../src-shared/base/errors.ts';
import { webhook as webhookSchema, type Settings } from '../../../src-shared/settings/settings.ts';
import { withAccount, type Account } from '../lib/open/open-account.ts';
import { readSecret } from '../lib/input/read-secret.ts';
import { toNoKeychainResult } from '../lib/output/no-keychain-result.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';

const PROMPT = 'Signing secret (hidden): ';
/** Its name in the keychain. */
const SECRET_NAME = 'webhook';

/** Options of `dropforge webhook set`. */
interface WebhookInput {
  readonly port: number;
  readonly address: string | undefined;
  readonly headerPrefix: string | undefined;
}

/** Shows the address and port that receive webhooks. */
export async function showWebhook({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, ({ settings }) => toResult(settings.get()));
}

/**
 * Sets the address and port that receive the service's webhooks while the queue runs. The signing secret comes from standard
 * input or a hidden prompt.
 */
export async function setWebhook(input: WebhookInput, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, (account) => set(account, input));
}

/** Stops receiving webhooks and removes the secret. */
export async function turnOffWebhook({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, turnOff);
}

async function set(
  { settings, secrets, assertIdle }: Account,
  { port, address, headerPrefix }: WebhookInput,
): Promise<CommandResult> {
  const read = webhookSchema.safeParse({
    port,
    ...(address === undefined ? {} : { address }),
    ...(headerPrefix === undefined ? {} : { headerPrefix: headerPrefix.toLowerCase() }),
    secretName: SECRET_NAME,
  });
  if (read.error?.issues.some(({ path }) => path[0] === 'headerPrefix')) {
    throw new UsageError('--header-prefix must be letters, digits and hyphens.');
  }
  if (!read.success) throw new UsageError('--address must be an address of this computer.');
  assertIdle();
  // A keychain only shows whether it works when it is used.
  await secrets.get(SECRET_NAME);
  if (!secrets.durable) return toNoKeychainResult('The secret');
  await secrets.set(SECRET_NAME, readSigningSecret(await readSecret(PROMPT)));
  return toResult(settings.set({ webhook: read.data }));
}

async function turnOff({ settings, secrets, assertIdle }: Account): Promise<CommandResult> {
  assertIdle();
  await secrets.delete(SECRET_NAME);
  return toResult(settings.set({ webhook: null }));
}

function toResult({ webhook }: Settings): CommandResult {
  const data = { webhook: webhook && toPublic(webhook) };
  if (!webhook) return { data, text: 'Webhooks are off; Dropforge polls the service.\n' };
  return { data, text: `Webhooks are received at ${webhook.address}, port ${webhook.port}, while the queue runs.\n` };
}

/** Without the name of the secret. */
function toPublic({ address, port, headerPrefix }: NonNullable<Settings['webhook']>) {
  return { address, port, headerPrefix };
}

function readSigningSecret(typed: string): string {
  const secret = typed.trim();
  if (/^[\x21-\x7e]{8,400}$/.test(secret)) return secret;
  throw new AppError('config_invalid', 'It must be one word, as shown in the service’s console.', {
    subject: 'The secret',
  });
}
