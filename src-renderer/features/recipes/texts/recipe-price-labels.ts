import { SOURCE_KINDS, type SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import type { RecipePrice } from '../../../../src-shared/ipc/views/recipe-view.ts';
import { isGreaterAmount } from '../../../app/credit-amounts.ts';
import { formatAmount } from '../../../app/language/format.ts';
import { CHARGE_LABELS } from '../../../app/language/labels.ts';
import { TEXTS } from '../../../app/language/texts.ts';
import type { JobPrices } from '../recipe-prices.svelte.ts';

/** Formats the price of a step: `110.00`, `free`, `not known`. */
export function stepPrice(price: string | null): string {
  if (price === null) return CHARGE_LABELS.not_known;
  return Number(price) === 0 ? CHARGE_LABELS.free : formatAmount(price);
}

/** Formats the price of a job: `155.00`, `free`, `not known`, `155.00 and more`. */
export function recipePriceLabel({ free, total, unknown }: RecipePrice): string {
  if (free) return CHARGE_LABELS.free;
  if (unknown === 0) return stepPrice(total);
  return Number(total) === 0 ? CHARGE_LABELS.not_known : TEXTS.recipeEditor.andMore(formatAmount(total));
}

/**
 * Formats the estimated price of a job of a recipe: `155.00`, or `110.00–155.00` if it depends on the kind of source. Without
 * kinds, it is that of the first kind the recipe accepts. Empty if jobs are free, or if there is no price yet.
 */
export function jobPriceLabel(prices: JobPrices, kinds: ReadonlySet<SourceKind>): string {
  const accepted = SOURCE_KINDS.filter((kind) => prices[kind]);
  const asked = accepted.filter((kind) => kinds.has(kind));
  const known = (asked.length > 0 ? asked : accepted.slice(0, 1)).flatMap((kind) => prices[kind] ?? []);
  const [lowest] = known.toSorted((one, other) => Number(one.total) - Number(other.total));
  const highest = known.reduce((most, { total }) => (isGreaterAmount(total, most) ? total : most), '0.00');
  if (!lowest || lowest.free) return '';
  const unknown = Math.max(...known.map((price) => price.unknown));
  if (unknown > 0 || lowest.total === highest) return recipePriceLabel({ ...lowest, unknown });
  return TEXTS.recipes.priceRange(formatAmount(lowest.total), formatAmount(highest));
}
