import { parseArgs } from 'node:util';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import { createServiceClient } from '../../service-client/service-client.ts';
import { findService } from '../../service-client/services/known-services.ts';
import { secretName, toCloudProfile } from '../../service-client/services/services.ts';
import { parseApiKey } from '../../settings/api-key.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, type CommandResult } from '../lib/output/command-result.ts';
import { openAccount, type Account } from '../lib/open/open-account.ts';
import { readSecret } from '../lib/input/read-secret.ts';
import { toNoKeychainResult } from '../lib/output/no-keychain-result.ts';

type Cloud = NonNullable<Settings['cloud']>;

const PROMPT = 'Key (nothing is shown): ';

/**
 * `dropforge key set|test|remove`: the key of a service, in the system's keychain. It comes from standard input or a
 * hidden prompt, never from an argument, which every process on the computer could read.
 */
export async function key(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { service: { type: 'string' }, home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const account = openAccount(resolveHome(values.home, process.env));
  return printResult(values.json, async () => {
    const [action, ...more] = positionals;
    // What is left over may be a key, so it is not repeated.
    if (more.length > 0) throw misuse('A key is never an argument: pipe it in, or type it at the prompt.');
    const cloud = chooseService(account.settings.get(), values.service);
    switch (action) {
      case 'set':
        return set(account, cloud);
      case 'test':
        return test(account, cloud);
      case 'remove':
        await account.secrets.delete(secretName(cloud.baseUrl));
        return {
          data: { baseUrl: cloud.baseUrl, removed: true },
          text: `There is no key for ${cloud.baseUrl} any more.\n`,
        };
      default:
        throw misuse('There are set, test and remove.');
    }
  }).finally(() => account.close());
}

async function set({ secrets }: Account, { baseUrl }: Cloud): Promise<CommandResult> {
  // A keychain only shows whether it works when it is used.
  await secrets.get(secretName(baseUrl));
  if (!secrets.durable) return toNoKeychainResult('The key');
  await secrets.set(secretName(baseUrl), parseApiKey(await readSecret(PROMPT)));
  const { kind: store } = secrets;
  return { data: { baseUrl, stored: true, store }, text: `The key for ${baseUrl} lies in the ${store}.\n` };
}

/** Asks for the balance with the key that is kept, or with one that is piped in or typed where none is kept. */
async function test({ secrets }: Account, cloud: Cloud): Promise<CommandResult> {
  const kept = await secrets.get(secretName(cloud.baseUrl));
  const client = createServiceClient(toCloudProfile(cloud, kept ?? parseApiKey(await readSecret(PROMPT))));
  try {
    const { balance, frozen } = await client.getBalance();
    const data = {
      baseUrl: cloud.baseUrl,
      works: true,
      balance: formatCredits(balance),
      frozen: formatCredits(frozen),
    };
    return { data, text: `The key works at ${cloud.baseUrl} (${cloud.deployment}): ${data.balance} credits.\n` };
  } finally {
    await client.close();
  }
}

/** The service of that name, else the cloud service that is set up; the service on this computer has a key of its own. */
function chooseService(settings: Settings, name: string | undefined): Cloud {
  if (name !== undefined) return findService(settings, name);
  if (settings.cloud) return settings.cloud;
  throw misuse('Name a --service; “dropforge services add” makes one. The one on this computer needs no key.');
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'key' });
}
