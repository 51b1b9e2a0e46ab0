import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';

/** The balance of a service as the window shows it. `available`: the credits that can be spent, if known. */
export function formatBalance(balance: string, held: string, available: string | null = null): string {
  const words = `Balance ${groupThousands(balance)}, ${groupThousands(held)} held.`;
  return available === null || available === balance
    ? words
    : `${words} Available credits: ${groupThousands(available)}.`;
}
