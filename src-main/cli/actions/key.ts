import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import { createServiceClient } from '../../service-client/service-client.ts';
import { findService } from '../../service-client/services/known-services.ts';
import { secretName, toCloudProfile } from '../../service-client/services/services.ts';
import { parseApiKey } from '../../settings/api-key.ts';
import { withAccount, type Account } from '../lib/open/open-account.ts';
import { readSecret } from '../lib/input/read-secret.ts';
import { toNoKeychainResult } from '../lib/output/no-keychain-result.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';

type Cloud = NonNullable<Settings['cloud']>;

const PROMPT = 'API key (hidden): ';

/** Stores the key of a service in the keychain; it comes from standard input or a hidden prompt. */
export async function setKey(service: string | undefined, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async ({ settings, secrets }) => {
    const { baseUrl } = chooseService(settings.get(), service);
    // A keychain only shows whether it works when it is used.
    await secrets.get(secretName(baseUrl));
    if (!secrets.durable) return toNoKeychainResult('The key');
    await secrets.set(secretName(baseUrl), parseApiKey(await readSecret(PROMPT)));
    const { kind: store } = secrets;
    return { data: { baseUrl, stored: true, store }, text: `Stored the key for ${baseUrl} in the ${store}.\n` };
  });
}

/** Tests the stored key of a service; without one it reads a key as `setKey` does. */
export async function testKey(service: string | undefined, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, (account) => test(account, chooseService(account.settings.get(), service)));
}

/** Removes the key of a service from the keychain. */
export async function removeKey(service: string | undefined, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async ({ settings, secrets }) => {
    const { baseUrl } = chooseService(settings.get(), service);
    await secrets.delete(secretName(baseUrl));
    return { data: { baseUrl, removed: true }, text: `Removed the key for ${baseUrl}.\n` };
  });
}

async function test({ secrets }: Account, cloud: Cloud): Promise<CommandResult> {
  const stored = await secrets.get(secretName(cloud.baseUrl));
  const client = createServiceClient(toCloudProfile(cloud, stored ?? parseApiKey(await readSecret(PROMPT))));
  try {
    const { balance, frozen } = await client.getBalance();
    const data = {
      baseUrl: cloud.baseUrl,
      works: true,
      balance: formatCredits(balance),
      frozen: formatCredits(frozen),
    };
    return {
      data,
      text: `The key works at ${cloud.baseUrl} (${cloud.deployment}): ${groupThousands(data.balance)} credits.\n`,
    };
  } finally {
    await client.close();
  }
}

/** The service of that name, else the configured cloud service; the local service needs no key. */
function chooseService(settings: Settings, name: string | undefined): Cloud {
  if (name !== undefined) return findService(settings, name);
  if (settings.cloud) return settings.cloud;
  throw new UsageError(
    'No cloud service is configured. Add one with “dropforge services add”, then name it with --service. The local service needs no key.',
  );
}
