import { parseArgs } from 'node:util';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { balanceResponse as balanceSchema, ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult } from '../lib/output/command-result.ts';
import { openAccount } from '../lib/open/open-account.ts';

/** `dropforge balance`: what the service in use says is there, and what is held for running tasks. */
export async function balance(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const account = openAccount(resolveHome(values.home, process.env));
  return printResult(values.json, async () => {
    const client = await account.client();
    const data = await client.query(ENDPOINTS.getBalance.method, ENDPOINTS.getBalance.path);
    const read = balanceSchema.safeParse(data);
    if (!read.success) throw new AppError('service_error', 'Its balance is no decimal with two places.');
    const { balance: there, frozen } = read.data;
    return { data, text: `${formatCredits(there)} credits, and ${formatCredits(frozen)} held for running tasks.\n` };
  }).finally(() => account.close());
}
