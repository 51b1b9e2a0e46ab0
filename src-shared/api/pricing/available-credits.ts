import { toCredits, type Credits } from './credits.ts';

/**
 * Credits that can be spent, from what a service reports. The interface does not say if the balance excludes the held
 * credits: they are subtracted unless it was observed that the balance excludes them.
 */
export function availableCredits(
  { balance, held }: { readonly balance: Credits; readonly held: Credits },
  excludesHeld: boolean,
): Credits {
  return excludesHeld ? balance : toCredits(balance - held);
}
