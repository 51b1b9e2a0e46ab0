import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';
import { creditsName } from '../../../../src-shared/jobs/test-credits.ts';

interface Balance {
  readonly balance: string;
  readonly held: string;
  /** True if they are test credits. */
  readonly test: boolean;
}

/** The balance of a service as the window shows it. `available`: the credits that can be spent, if known. */
export function formatBalance({ balance, held, test }: Balance, available: string | null = null): string {
  const words = `Balance ${groupThousands(balance)}${test ? ` ${creditsName(test)}` : ''}, ${groupThousands(held)} held.`;
  return available === null || available === balance
    ? words
    : `${words} Available credits: ${groupThousands(available)}.`;
}
