import { checkRestart, checkRetries } from '../local-service/webhooks/delivery-checks.ts';
import { checkRepeatedDelivery } from '../service-client/webhooks/receiver-bench.ts';
import { plant, type DeliveryMutant } from './delivery-mutant.ts';

/** Planted bugs in webhooks, on the side of the service and of the app. */
export const WEBHOOK_MUTANTS: readonly DeliveryMutant[] = [
  plant(
    'the id of a delivery changes between attempts',
    'ids of a delivery and its retries',
    checkRetries,
    (store) => ({
      ...store,
      due: (...asked) =>
        store.due(...asked).map((delivery) => ({ ...delivery, id: `${delivery.id}/${delivery.attempts}` })),
      record: (id, outcome) => store.record(id.split('/')[0] ?? '', outcome),
    }),
  ),
  plant(
    'a delivery without an answer is not sent again after a restart',
    'deliveries that are sent after a restart',
    checkRestart,
    (store) => {
      const earlier = new Set(store.due(Number.MAX_SAFE_INTEGER, 1_000).map(({ id }) => id));
      return { ...store, due: (...asked) => store.due(...asked).filter(({ id }) => !earlier.has(id)) };
    },
  ),
  plant(
    'the ids of received deliveries are kept in memory only',
    'a delivery that is repeated after a restart',
    checkRepeatedDelivery,
    {
      store: (store) => {
        const seen = new Set<string>();
        return { ...store, deliveries: { markSeen: (id) => seen.size < seen.add(id).size } };
      },
    },
  ),
];
