import type { UsageSum } from '../../../../src-shared/ipc/views/account-view.ts';
import { addAmounts, isGreaterAmount, isNonZeroAmount } from '../../../app/credit-amounts.ts';

/** Properties the bars can be stacked by. */
export const STACKS = ['operation', 'recipe', 'folder'] as const;

/** Property the bars are stacked by. */
export type Stack = (typeof STACKS)[number];

/** Unit of the bars' height: credits charged or number of tasks. */
export type ChartUnit = 'credits' | 'tasks';

/** Maximum number of distinct parts; smaller ones are combined into the last. */
const MAX_PARTS = 5;

/** Part of one bar or of all bars; `key` is null for the combined smaller parts. */
export interface ChartPart {
  readonly key: string | null;
  /** Credits as a decimal string, or the number of tasks. */
  readonly amount: string;
}

/** Bar of one day. */
export interface ChartBar {
  readonly day: string;
  readonly amount: string;
  /** In the order of the legend, without empty parts. */
  readonly parts: readonly ChartPart[];
}

/** Bars, oldest first, and their legend, largest first. */
export interface Chart {
  readonly unit: ChartUnit;
  readonly bars: readonly ChartBar[];
  readonly legend: readonly ChartPart[];
  readonly amount: string;
  /** Round values of the grid lines, ascending from zero; the last is above every bar. */
  readonly ticks: readonly number[];
}

/** Builds bars from totals. `keyOf` returns the key a total is counted under. */
export function buildUsageChart(
  sums: readonly UsageSum[],
  days: readonly string[],
  unit: ChartUnit,
  keyOf: (sum: UsageSum) => string,
): Chart {
  const amountOf = ({ credits, tasks }: UsageSum): string => (unit === 'credits' ? credits : String(tasks));
  const first = days[0] ?? '';
  const shown = sums.filter(({ day }) => day >= first);
  const totals = totalBy(shown, keyOf, amountOf);
  const large = [...totals].sort(([one, a], [other, b]) =>
    isGreaterAmount(b, a) ? 1 : isGreaterAmount(a, b) ? -1 : one < other ? -1 : 1,
  );
  const isTooMany = large.length > MAX_PARTS;
  const own = new Set(large.slice(0, isTooMany ? MAX_PARTS - 1 : MAX_PARTS).map(([key]) => key));
  const toParts = (those: ReadonlyMap<string, string>): ChartPart[] => {
    const parts = [...own].map((key): ChartPart => ({ key, amount: those.get(key) ?? '0' }));
    const rest = [...those].filter(([key]) => !own.has(key)).map(([, amount]) => amount);
    const all = isTooMany ? [...parts, { key: null, amount: addAmounts('0', ...rest) }] : parts;
    return all.filter(({ amount }) => isNonZeroAmount(amount));
  };
  const byDay = Map.groupBy(shown, ({ day }) => day);
  const bars = days.map((day): ChartBar => {
    const ofDay = byDay.get(day) ?? [];
    return { day, amount: addAmounts('0', ...ofDay.map(amountOf)), parts: toParts(totalBy(ofDay, keyOf, amountOf)) };
  });
  const highest = Math.max(0, ...bars.map(({ amount }) => Number(amount)));
  return {
    unit,
    bars,
    legend: toParts(totals),
    amount: addAmounts('0', ...shown.map(amountOf)),
    ticks: toTicks(highest, unit === 'tasks'),
  };
}

function totalBy(
  sums: readonly UsageSum[],
  keyOf: (sum: UsageSum) => string,
  amountOf: (sum: UsageSum) => string,
): Map<string, string> {
  const totals = new Map<string, string>();
  for (const sum of sums) totals.set(keyOf(sum), addAmounts(totals.get(keyOf(sum)) ?? '0', amountOf(sum)));
  return totals;
}

/** Returns two to four ticks at steps of 1, 2 or 5 times a power of ten. */
function toTicks(highest: number, isWhole: boolean): number[] {
  const rough = Math.max(highest, isWhole ? 1 : 0.01) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  const step = Math.max(factor * power, isWhole ? 1 : 0.01);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
