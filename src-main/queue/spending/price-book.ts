import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { Price } from '../../../src-shared/jobs/job.ts';
import type { SpendingStore } from './spending-store.ts';

/** Number of recent charges that determine a price; a new price applies after half as many. */
const WINDOW = 15;
/** Fewer charges are not enough to determine a price. */
const MIN_SAMPLES = 3;

/** The cost of a step, and the origin of the figure. */
export interface KnownPrice {
  readonly amount: Credits | null;
  readonly basis: Price['basis'];
}

/** The properties of a step that determine its price. */
export interface PricedStep {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The service of the order; without its id, the service of that kind that was used last. */
export interface PriceContext {
  readonly serviceKind: 'local' | 'cloud';
  readonly serviceId: string | null;
}

/**
 * Prices of steps. The list price counts, unless the service was observed to charge something else: the median of
 * its last 15 charges, once there are 3, for the same service, operation and price-relevant parameters. Those are
 * booleans, choices (words without a space, such as a model or a quality) and the lengths of lists; never
 * seeds, prompts, sources, names and plain numbers, because no documented price depends on them.
 */
export interface PriceBook {
  /** The cost of a query does not depend on the number of orders. */
  priceOf(step: PricedStep, where: PriceContext): KnownPrice;
  /** The service reported a charge: the next query includes it. */
  learn(priceKey: string, serviceId: string, kind: PriceContext['serviceKind']): void;
}

/** The list price of the step. */
export function listedPrice({ operation, params }: PricedStep): KnownPrice {
  const known: Operation | undefined = OPERATIONS[operation];
  const amount = known?.price(params) ?? null;
  return { amount, basis: amount === null ? 'unknown' : 'listed' };
}

/** Creates a price book from the recorded charges. */
export function createPriceBook(store: Pick<SpendingStore, 'lastCharges' | 'lastService'>): PriceBook {
  const medians = new Map<string, Credits | null>();
  const services = { local: store.lastService('local'), cloud: store.lastService('cloud') };

  const learned = (priceKey: string): Credits | null => {
    const known = medians.get(priceKey);
    if (known !== undefined) return known;
    const charges = store.lastCharges(priceKey, WINDOW);
    const median = charges.length < MIN_SAMPLES ? null : medianOf(charges);
    medians.set(priceKey, median);
    return median;
  };

  return {
    priceOf: (step, { serviceKind, serviceId }) => {
      const listed = listedPrice(step);
      const service = serviceId ?? services[serviceKind];
      const amount = service === null ? null : learned(toPriceKey(service, step));
      return amount === null || amount === listed.amount ? listed : { amount, basis: 'learned' };
    },
    learn: (priceKey, serviceId, kind) => {
      medians.delete(priceKey);
      services[kind] = serviceId;
    },
  };
}

/** The properties that orders with the same price share. */
export function toPriceKey(serviceId: string, { operation, params }: PricedStep): string {
  const parts = Object.entries(params).flatMap(([name, value]) => {
    const word = canMatter(name) ? toWord(value) : null;
    return word === null ? [] : [`${name}=${word}`];
  });
  return [serviceId, operation, ...parts.sort()].join(' ');
}

function canMatter(name: string): boolean {
  return !/(seed|prompt|prompts|token|task_id|client_ref|input|name)$/.test(name);
}

function toWord(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `${value.length} of`;
  return typeof value === 'string' && /^[\w.:-]{1,60}$/.test(value) ? value : null;
}

/** The lower median, so that it is an amount that was really charged. */
function medianOf(amounts: readonly Credits[]): Credits {
  return [...amounts].sort((one, other) => one - other)[Math.floor((amounts.length - 1) / 2)] as Credits;
}
