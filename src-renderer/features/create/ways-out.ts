import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { addAmounts, isGreaterAmount, multiplyAmount, subtractAmounts } from '../../app/credit-amounts.ts';
import type { JobPrices } from '../recipes/recipe-prices.svelte.ts';

/** A change that lets a batch fit its limits. `total`: its estimated cost then. */
export type WayOut =
  /** Adds only these sources, by their keys. */
  | { readonly kind: 'fewer'; readonly keys: readonly string[]; readonly jobs: number; readonly total: string }
  | { readonly kind: 'variants'; readonly variants: number; readonly total: string }
  | { readonly kind: 'recipe'; readonly recipe: string; readonly total: string }
  /** Processes all sources on this computer, free of charge. */
  | { readonly kind: 'here' };

interface Batch {
  readonly plan: Pick<SpendingPlan, 'total' | 'unknown' | 'over'>;
  /** Sources that become jobs, in order. */
  readonly sources: readonly { readonly key: string; readonly kind: SourceKind }[];
  readonly variants: number;
  readonly recipe: string;
  /** Ids of all recipes. */
  readonly recipes: readonly string[];
  pricesOf(recipe: string): JobPrices;
  /** True if jobs could be processed on this computer free of charge instead. */
  readonly canUseThisComputer: boolean;
}

/** Finds changes that let a batch fit the balance and the limits it exceeds; none if it exceeds none. */
export function findWaysOut(batch: Batch): WayOut[] {
  const { plan, canUseThisComputer } = batch;
  if (plan.over.length === 0) return [];
  return [
    ...(plan.unknown > 0 ? [] : findSmallerBatch(batch)),
    ...findCheaperRecipe(batch),
    ...(canUseThisComputer ? [{ kind: 'here' } as const] : []),
  ];
}

/** The first sources that fit; with several variants of a source, fewer variants of all sources if those fit. */
function findSmallerBatch({ plan, sources, variants, recipe, pricesOf }: Batch): WayOut[] {
  const prices = pricesOf(recipe);
  const allowed = allowedTotal(plan, plan.over);
  const once = sumOf(sources, prices);
  if (once === null) return [];
  for (let count = variants - 1; count > 0; count--) {
    const total = multiplyAmount(once, count);
    if (!isGreaterAmount(total, allowed)) return [{ kind: 'variants', variants: count, total }];
  }
  const keys: string[] = [];
  let total = '0.00';
  for (const { key, kind } of sources) {
    const more = addAmounts(total, multiplyAmount(prices[kind]?.total ?? '0', variants));
    if (isGreaterAmount(more, allowed)) break;
    keys.push(key);
    total = more;
  }
  return keys.length === 0 ? [] : [{ kind: 'fewer', keys, jobs: keys.length * variants, total }];
}

/** The most expensive recipe that fits: it is nearest to the selected one. */
function findCheaperRecipe({ plan, sources, variants, recipe, recipes, pricesOf }: Batch): WayOut[] {
  // The limit of the selected recipe does not apply to others.
  const allowed = allowedTotal(
    plan,
    plan.over.filter(({ cap }) => cap !== 'recipe'),
  );
  let best: WayOut | null = null;
  let most = '0.00';
  for (const other of recipes) {
    const once = other === recipe ? null : sumOf(sources, pricesOf(other));
    const total = once === null ? null : multiplyAmount(once, variants);
    if (total === null || isGreaterAmount(total, allowed) || !isGreaterAmount(total, most)) continue;
    best = { kind: 'recipe', recipe: other, total };
    most = total;
  }
  return best ? [best] : [];
}

/** The highest total that exceeds none of these limits. */
function allowedTotal({ total }: Batch['plan'], over: SpendingPlan['over']): string {
  return over.reduce((least, { cap, limit, would }) => {
    const excess = cap === 'pause_below' ? subtractAmounts(limit, would) : subtractAmounts(would, limit);
    const allowed = subtractAmounts(total, excess);
    return isGreaterAmount(least, allowed) ? allowed : least;
  }, total);
}

/** The price of one job of each source; null if a price is unknown or the recipe does not accept a source. */
function sumOf(sources: Batch['sources'], prices: JobPrices): string | null {
  let sum = '0.00';
  for (const [kind, alike] of Map.groupBy(sources, (source) => source.kind)) {
    const price = prices[kind];
    if (!price || price.unknown > 0) return null;
    sum = addAmounts(sum, multiplyAmount(price.total, alike.length));
  }
  return sum;
}
