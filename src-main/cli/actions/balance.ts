import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { balanceResponse, ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { usesTestCredits } from '../../../src-shared/jobs/test-credits.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import { formatBalance } from '../lib/output/balance-text.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

/** Asks the service in use for its balance and for the credits held for running tasks. */
export async function showBalance({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const client = await account.client();
    const data = await client.query(ENDPOINTS.getBalance.method, ENDPOINTS.getBalance.path);
    return reportBalance(data, usesTestCredits(client.profile.kind, client.profile.free));
  });
}

/** The balance in a response of a service, `test`: of test credits; throws `service_error` if it is none. */
export function reportBalance(data: unknown, test: boolean): CommandResult {
  const parsed = balanceResponse.safeParse(data);
  if (!parsed.success) throw new AppError('service_error', 'The balance is not a decimal with two places.');
  const { balance, frozen } = parsed.data;
  const text = formatBalance({ balance: formatCredits(balance), held: formatCredits(frozen), test });
  return { data, text: `${text}\n` };
}
