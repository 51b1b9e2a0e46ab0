import type { Spending } from '../../src-shared/settings/settings.ts';
import type { ServiceClient } from '../../src-main/service-client/service-client.ts';
import type { Mutant } from './mutant.ts';

/** Planted bugs in what may be spent, and in the account of it. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'an amount is reserved some time after the caps were checked',
    caughtBy: ['caps are kept'],
    faults: ['tight_caps'],
    create: () => ({ spending: forgetCapsWhenReserving() }),
  },
  {
    name: 'running tasks count towards no cap after a restart',
    caughtBy: ['caps are kept', 'I4'],
    faults: ['tight_caps', 'kill', 'power_cut', 'kill_at_commit'],
    create: () => ({
      store: (store) => ({ ...store, spendings: { ...store.spendings, openSince: () => [] } }),
    }),
  },
  {
    name: 'the end of a task is not recorded in the ledger',
    caughtBy: ['I4'],
    faults: [],
    create: () => ({
      store: (store) => ({ ...store, spendings: { ...store.spendings, end: () => undefined } }),
    }),
  },
  {
    name: 'a balance is cached forever',
    caughtBy: ['what is to be kept is kept', 'I7'],
    faults: ['kept_balance'],
    create: () => {
      let first: ReturnType<ServiceClient['getBalance']> | null = null;
      return { client: (client) => ({ ...client, getBalance: () => (first ??= client.getBalance()) }) };
    },
  },
];

/**
 * Who asks what the balance must not fall below is about to set a price apart; the look at the caps that follows sees
 * none, so that only the one before the upload counts.
 */
function forgetCapsWhenReserving(): (spending: Spending) => Spending {
  let isReserving = false;
  return (spending) => {
    const caps = isReserving ? { perDay: null, perRecipe: {}, perFolder: {} } : {};
    const wasReserving = isReserving;
    isReserving = false;
    return {
      ...spending,
      ...caps,
      get pauseBelow() {
        isReserving = !wasReserving;
        return spending.pauseBelow;
      },
    };
  };
}
