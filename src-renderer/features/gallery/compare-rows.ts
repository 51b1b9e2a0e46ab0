import type { ComparedJob } from '../../../src-shared/ipc/calls/library-calls.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { isGreaterAmount, subtractAmounts } from '../../app/credit-amounts.ts';
import { formatAmount, formatBytes, formatCount, formatSize, formatSpan, MINUS } from '../../app/language/format.ts';
import { fieldTitle, parameterLabel } from '../operations/texts/field-labels.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { chargeLabel, stepTitle } from '../../app/language/labels.ts';

/** Row of the comparison table; `difference` is empty if it cannot be expressed as text. */
export interface CompareRow {
  readonly key: string;
  readonly title: string;
  readonly one: string;
  readonly other: string;
  readonly difference: string;
  readonly isSame: boolean;
}

/** Job with its model's facts from the main process. */
export interface ComparedModel {
  readonly job: Pick<Job, 'recipe' | 'steps' | 'money' | 'tookMs'>;
  readonly facts: ComparedJob;
}

/**
 * Compares two models: recipe, counts, sizes, cost, time and all differing parameters. `titleOf` returns a recipe's
 * title.
 */
export function compareRows(
  one: ComparedModel,
  other: ComparedModel,
  titleOf: (recipe: string) => string = TEXTS.recipes.byId,
): CompareRow[] {
  const T = TEXTS.gallery.differences;
  return [
    textRow('recipe', TEXTS.inspector.recipe, titleOf(one.job.recipe), titleOf(other.job.recipe)),
    countRow('triangles', TEXTS.viewer.statistics.triangles, one.facts.model?.triangles, other.facts.model?.triangles),
    countRow('textures', TEXTS.viewer.statistics.textures, one.facts.model?.textures, other.facts.model?.textures),
    textRow('size', T.size, sizeLabel(one), sizeLabel(other)),
    numberRow('bytes', T.file, one.facts.model?.bytes, other.facts.model?.bytes, formatBytes),
    ...moneyRow(T.credits, one, other),
    numberRow('took', TEXTS.inspector.took, one.job.tookMs, other.job.tookMs, formatSpan),
    ...parameterRows(one, other),
  ];
}

function parameterRows(one: ComparedModel, other: ComparedModel): CompareRow[] {
  const [a, b] = [parametersOf(one), parametersOf(other)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [left, right] = [a.get(key), b.get(key)];
    if (left?.value === right?.value) return [];
    return [textRow(key, left?.title ?? right?.title ?? key, left?.value ?? '–', right?.value ?? '–')];
  });
}

/** Collects parameters by name, step, and how many equal steps came before it. */
function parametersOf({ job, facts }: ComparedModel): Map<string, { readonly title: string; readonly value: string }> {
  const parameters = new Map<string, { title: string; value: string }>();
  const counts = new Map<string, number>();
  for (const [index, { operation, params }] of facts.steps.entries()) {
    const step = job.steps[index];
    if (!step) continue;
    const kind = `${operation} ${step.format ?? ''}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = count === 1 ? stepTitle(step) : `${stepTitle(step)} ${formatCount(count)}`;
    for (const { name, title, value } of params) {
      const words = TEXTS.app.labelled(made, fieldTitle({ name: operation }, { name, title }));
      parameters.set(`${kind} ${count} ${name}`, { title: words, value: parameterLabel(name, value) });
    }
  }
  return parameters;
}

function sizeLabel({ facts }: ComparedModel): string {
  return facts.model?.dimensions?.map(formatSize).join(' × ') ?? '–';
}

/** Returns no row if both were free. Test credits and other credits have no difference. */
function moneyRow(title: string, { job: one }: ComparedModel, { job: other }: ComparedModel): CompareRow[] {
  const amounts = [one.money, other.money];
  if (amounts.every(({ kind }) => kind === 'free')) return [];
  const row = textRow('credits', title, chargeLabel(one.money), chargeLabel(other.money));
  const paid = amounts.filter(({ kind }) => kind !== 'free');
  const isKnown = paid.every(({ kind }) => kind === 'charged') && new Set(paid.map(({ test }) => test)).size === 1;
  if (!isKnown || row.isSame) return [row];
  const less = subtractAmounts(other.money.amount, one.money.amount);
  return [{ ...row, difference: `${isGreaterAmount(less, '0') ? '+' : ''}${formatAmount(less)}` }];
}

function countRow(
  key: string,
  title: string,
  one: number | null | undefined,
  other: number | null | undefined,
): CompareRow {
  return numberRow(key, title, one, other, formatCount);
}

function numberRow(
  key: string,
  title: string,
  one: number | null | undefined,
  other: number | null | undefined,
  format: (value: number) => string,
): CompareRow {
  const words = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value));
  const row = textRow(key, title, words(one), words(other));
  if (typeof one !== 'number' || typeof other !== 'number' || row.isSame) return row;
  return { ...row, difference: `${other < one ? MINUS : '+'}${format(Math.abs(other - one))}` };
}

function textRow(key: string, title: string, one: string, other: string): CompareRow {
  const isSame = one === other;
  return { key, title, one, other, difference: isSame && one !== '–' ? TEXTS.gallery.differences.same : '', isSame };
}
