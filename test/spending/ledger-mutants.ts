import type { Mutation } from '../simulation/mutation.ts';

/** A plausible bug in the ledger; histories of commands must find it, and the simulated lives of the queue do not. */
interface LedgerMutant {
  readonly name: string;
  /** The invariants of which one must break. */
  readonly caughtBy: readonly string[];
  readonly mutation: Mutation;
}

/** Planted bugs in what the ledger keeps and shows. */
export const LEDGER_MUTANTS: readonly LedgerMutant[] = [
  {
    name: 'an order without a response is forgotten when it is sent again',
    caughtBy: ['an order with a task is counted', 'every end is recorded', 'the ledger is the service’s account'],
    mutation: {
      store: (store) => ({
        ...store,
        intents: {
          ...store.intents,
          mark: (id, state) => store.intents.mark(id, state === 'abandoned' ? 'rejected' : state),
        },
      }),
    },
  },
  {
    name: 'an order that was certainly not sent counts as unconfirmed when it is given up',
    caughtBy: ['an order that was not sent is not counted'],
    mutation: {
      store: ({ intents, ...store }) => ({
        ...store,
        intents: {
          ...intents,
          mark: (id, state) => {
            if (state === 'abandoned' && intents.find(id)?.state === 'prepared') intents.mark(id, 'ambiguous');
            return intents.mark(id, state);
          },
        },
      }),
    },
  },
  {
    name: 'a found task of a known order counts a second time',
    caughtBy: ['a task is counted once', 'every end is recorded'],
    mutation: {
      store: ({ intents, ...store }) => {
        const find = (id: string) => {
          const intent = intents.find(id);
          return intent?.state === 'abandoned' ? null : intent;
        };
        return { ...store, intents: { ...intents, find } };
      },
    },
  },
  {
    name: 'the charge of an interrupted call is not recorded',
    caughtBy: ['every end is recorded'],
    mutation: {
      store: (store) => ({ ...store, spendings: { ...store.spendings, listOpenTasks: () => [] } }),
    },
  },
  {
    name: 'the row of an order stays with its first job when another one downloads its task',
    caughtBy: ['the history is the ledger', 'what is held are open orders', 'a job shows'],
    mutation: {
      store: (store) => ({ ...store, spendings: { ...store.spendings, reassign: () => undefined } }),
    },
  },
  {
    name: 'an order that is reserved again on another day counts in its first day',
    caughtBy: ['what is held are open orders', 'caps are kept', 'an order counts in its day', 'today’s sums'],
    mutation: {
      store: (store) => ({ ...store, spendings: { ...store.spendings, renew: () => undefined } }),
    },
  },
  {
    name: 'an order and its row in the ledger are saved in two transactions',
    caughtBy: ['every order is in the ledger'],
    mutation: { store: (store) => ({ ...store, together: (run) => run() }) },
  },
  {
    name: 'the history leaves out unconfirmed orders',
    caughtBy: ['the history is the ledger'],
    mutation: {
      store: ({ spendings, ...store }) => ({
        ...store,
        spendings: {
          ...spendings,
          history: (...page) => spendings.history(...page).filter(({ state }) => state !== 'unknown'),
        },
      }),
    },
  },
  {
    name: 'the sums by recipe leave out one recipe',
    caughtBy: ['the sums of days and recipes'],
    mutation: {
      store: ({ spendings, ...store }) => ({
        ...store,
        spendings: { ...spendings, recipes: (...asked) => spendings.recipes(...asked).slice(0, 1) },
      }),
    },
  },
  {
    name: 'a resumed job may exceed its cap with later steps too, after a restart',
    caughtBy: ['caps are kept'],
    mutation: {
      store: ({ jobs, ...store }) => ({
        ...store,
        jobs: {
          ...jobs,
          readJobs: () =>
            jobs.readJobs().map(({ waivedCaps = [], ...record }) => {
              const all = waivedCaps.flatMap(({ cap }) => record.steps.map((_, step) => ({ cap, step })));
              return { ...record, waivedCaps: all };
            }),
        },
      }),
    },
  },
];
