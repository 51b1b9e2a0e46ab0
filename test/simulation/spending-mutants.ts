import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Intent } from '../../src-main/pipeline/intent.ts';
import type { TaskResponse } from '../../src-main/service-client/task-response.ts';
import type { Mutant } from './mutant.ts';

/** Planted bugs in what is ordered, bound and charged. */
export const SPENDING_MUTANTS: readonly Mutant[] = [
  {
    name: 'a held job starts without a confirmation after a restart',
    caughtBy: ['I0'],
    faults: ['kill'],
    create: () => ({
      store: (store) => {
        const begun = (record: JobRecord): JobRecord =>
          record.status === 'held' ? { ...record, status: 'waiting' } : record;
        return { ...store, jobs: { ...store.jobs, readJobs: () => store.jobs.readJobs().map(begun) } };
      },
    }),
  },
  {
    name: 'a creation is repeated after a server error',
    caughtBy: ['I1'],
    faults: ['errors_that_created'],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: async (url, headers, body) => {
          const first = await network.sendOnce(url, headers, body);
          const isError = first.kind === 'answered' && first.status >= 500;
          return isError ? network.sendOnce(url, headers, body) : first;
        },
      }),
    }),
  },
  {
    name: 'a creation without an answer is treated as not sent',
    caughtBy: ['I1'],
    faults: ['lost_answers'],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: async (url, headers, body) => {
          const sending = await network.sendOnce(url, headers, body);
          return sending.kind === 'no_response' ? { kind: 'not_sent', error: sending.error } : sending;
        },
      }),
    }),
  },
  {
    name: 'an ambiguous creation is repeated before the service can have settled it',
    caughtBy: ['I1'],
    faults: ['late_requests', 'service_stalls'],
    create: () => ({
      client: (client) => {
        const profile = { ...client.profile, kind: 'local', resend: { mode: 'auto', settleMs: 0 } } as const;
        return { ...client, profile };
      },
    }),
  },
  {
    name: 'an intent that was being sent at a crash is treated as prepared',
    caughtBy: ['I1'],
    faults: ['kill_at_commit', 'kill', 'not_sent'],
    create: () => ({
      store: (store) => {
        const started = new Set<string>();
        const reset = (intent: Intent | null): Intent | null => {
          if (intent?.state !== 'ambiguous' || started.has(intent.id)) return intent;
          return store.intents.mark(intent.id, 'prepared');
        };
        const { intents } = store;
        return {
          ...store,
          intents: {
            ...bind(intents),
            findStanding: (jobId, step) => reset(intents.findStanding(jobId, step)),
            markSending: (id, now) => {
              started.add(id);
              return intents.markSending(id, now);
            },
          },
        };
      },
    }),
  },
  {
    name: 'a creation is sent before its intent is durable',
    caughtBy: ['I3'],
    faults: [],
    create: () => ({
      store: (store) => {
        const { intents } = store;
        const sending = (id: string): Intent => ({ ...(intents.find(id) as Intent), state: 'sending', requestId: id });
        return { ...store, intents: { ...bind(intents), markSending: sending } };
      },
    }),
  },
  {
    name: 'a task is bound to its intent in memory only',
    caughtBy: ['I2'],
    faults: [],
    create: () => ({
      store: (store) => {
        const { intents } = store;
        const bound = (id: string, taskId: string): Intent => ({
          ...(intents.find(id) as Intent),
          state: 'bound',
          taskId,
        });
        return { ...store, intents: { ...bind(intents), bind: bound } };
      },
    }),
  },
  {
    name: 'a found task is matched by its operation instead of its nonce',
    caughtBy: ['I2', 'I5', 'I1'],
    faults: ['lost_requests'],
    create: () => {
      const doubts = new Map<string, string>();
      return {
        store: (store) => {
          const { intents } = store;
          return {
            ...store,
            intents: {
              ...bind(intents),
              mark: (id, state) => {
                const intent = intents.mark(id, state);
                if (state === 'ambiguous') doubts.set(intent.operation, id);
                return intent;
              },
            },
          };
        },
        client: (client) => ({
          ...client,
          listTasks: async (ids) => {
            const { tasks, missed } = await client.listTasks(ids);
            const alike = [...tasks].map(([id, task]) => [id, claim(task, doubts.get(task.type))] as const);
            return { tasks: new Map(alike), missed };
          },
        }),
      };
    },
  },
  {
    name: 'the nonce is left out of the request',
    caughtBy: ['I2', 'I3'],
    faults: [],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: (url, headers, body) => {
          const { client_ref: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
          return network.sendOnce(url, headers, JSON.stringify(rest));
        },
      }),
    }),
  },
  {
    name: 'a refund is not recorded',
    caughtBy: ['I4'],
    faults: ['failing_tasks'],
    create: () => ({
      store: (store) => ({
        ...store,
        jobs: { ...bind(store.jobs), saveJob: (record) => store.jobs.saveJob(withoutRefund(record)) },
      }),
    }),
  },
  {
    name: 'the charge is taken from the estimate instead of the service',
    caughtBy: ['I4'],
    faults: [],
    create: () => ({
      client: (client) => ({
        ...client,
        listTasks: async (ids) => {
          const { tasks, missed } = await client.listTasks(ids);
          const free = [...tasks].map(([id, task]) => [id, { ...task, credits_consumed: null }] as const);
          return { tasks: new Map(free), missed };
        },
      }),
    }),
  },
];

/** A copy of a part whose functions may be replaced one by one, whatever the part is made of. */
function bind<T extends object>(part: T): T {
  return Object.fromEntries(Object.keys(part).map((name) => [name, part[name as keyof T]])) as T;
}

function claim(task: TaskResponse, nonce: string | undefined): TaskResponse {
  return nonce === undefined ? task : { ...task, input: { ...task.input, client_ref: nonce } };
}

function withoutRefund(record: JobRecord): JobRecord {
  const steps = record.steps.map((step) =>
    step.refunded ? { ...step, refunded: false, creditsConsumed: null } : step,
  );
  return { ...record, steps };
}
