import { toCredits, ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { resolveAliases } from '../../../src-shared/api/fields/resolve-aliases.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { Price } from '../../../src-shared/jobs/job.ts';
import type { SpendingStore } from './spending-store.ts';

/** Number of recent charges that determine a price; a lower one applies after as many. */
const WINDOW = 15;

/** The cost of a step, and the origin of the figure. */
export interface KnownPrice {
  /** Null: unknown. Zero only if the price list says so: no number of charges of 0 promises that the next one is. */
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
 * Prices of steps, for plans, limits and reservations alike. The list price counts, unless the service charged more among
 * its last 15 charges for the same service, operation and price-relevant parameters: then the second highest of them, so
 * that a single wrong charge changes nothing, or the highest of an operation that is free or has no list price. Those are
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
  const highest = new Map<string, HighestCharges>();
  const services = { local: store.lastService('local'), cloud: store.lastService('cloud') };

  const highestCharges = (priceKey: string): HighestCharges => {
    const known = highest.get(priceKey) ?? findHighest(store.lastCharges(priceKey, WINDOW));
    highest.set(priceKey, known);
    return known;
  };

  return {
    priceOf: (step, { serviceKind, serviceId }) => {
      const listed = listedPrice(step);
      const service = serviceId ?? services[serviceKind];
      if (service === null) return listed;
      const [first, second] = highestCharges(toPriceKey(service, step));
      const price = listed.amount ?? ZERO_CREDITS;
      const charged = price === ZERO_CREDITS ? first : second;
      return charged > price ? { amount: charged, basis: 'learned' } : listed;
    },
    learn: (priceKey, serviceId, kind) => {
      highest.delete(priceKey);
      services[kind] = serviceId;
    },
  };
}

type HighestCharges = readonly [first: Credits, second: Credits];

function findHighest(charges: readonly Credits[]): HighestCharges {
  const [first = 0, second = 0] = [...charges].sort((one, other) => other - one);
  return [toCredits(first), toCredits(second)];
}

/** The properties that orders with the same price share. */
export function toPriceKey(serviceId: string, { operation, params }: PricedStep): string {
  const named = resolveAliases(OPERATIONS[operation]?.fields ?? {}, params);
  const parts = Object.entries(named).flatMap(([name, value]) => {
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
