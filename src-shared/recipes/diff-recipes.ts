import type { FilledMessage } from '../api/messages/message-patterns.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import { shortenReferences } from '../operations/image-reference.ts';
import type { DIFF_LINES } from '../messages/diff-lines.ts';

/** A line on what differs; one that is not in the table does not compile. */
export type DiffLine = FilledMessage<(typeof DIFF_LINES)[number]>;

/** Steps of both recipes that stand for each other, in order. */
type Pairs = readonly (readonly [before: number, after: number])[];

/** What differs between two recipes, one readable line each: `+` added, `-` removed, `~` changed; empty: nothing. */
export function diffRecipes(before: Recipe, after: Recipe): DiffLine[] {
  const heads = (['name', 'takes', 'help'] as const).filter((field) => before[field] !== after[field]);
  const pairs = pairSteps(before.steps, after.steps);
  const lines = after.steps.flatMap((step, index): DiffLine[] => {
    const place = pairs.find(([, own]) => own === index)?.[0];
    if (place === undefined) return [`+ step ${index + 1}: ${describe(step)}`];
    return diffStep(before.steps[place] as RecipeStep, step, index, pairs);
  });
  const removed = before.steps.flatMap((step, index): DiffLine[] =>
    pairs.some(([old]) => old === index) ? [] : [`- step ${index + 1}: ${describe(step)}`],
  );
  const changed = heads.map((field): DiffLine => `~ ${field}: ${show(before[field])} → ${show(after[field])}`);
  const [one, other] = [alsoOf(before), alsoOf(after)];
  const also: DiffLine[] = one === other ? [] : [`~ also takes: ${one} → ${other}`];
  return [...changed, ...also, ...removed, ...lines];
}

/** Their order says nothing. */
function alsoOf({ also = [] }: Recipe): string {
  return [...also].sort().join(', ') || '–';
}

/** The longest common order of steps that do the same kind of thing. */
function pairSteps(before: readonly RecipeStep[], after: readonly RecipeStep[]): Pairs {
  const [one, other] = [before.map(kindOf), after.map(kindOf)];
  const best = (row: number, column: number): Pairs => {
    if (row === one.length || column === other.length) return [];
    return (known[row * other.length + column] ??=
      one[row] === other[column]
        ? [[row, column], ...best(row + 1, column + 1)]
        : longer(best(row + 1, column), best(row, column + 1)));
  };
  const known: Pairs[] = [];
  return best(0, 0);
}

function longer(one: Pairs, other: Pairs): Pairs {
  return one.length >= other.length ? one : other;
}

function diffStep(before: RecipeStep, after: RecipeStep, index: number, pairs: Pairs): DiffLine[] {
  const head = `step ${index + 1} (${after.operation})` as const;
  const fields = [...new Set([...Object.keys(before.params), ...Object.keys(after.params)])].sort();
  const params = fields.flatMap((field): DiffLine[] => {
    const [old, now] = [before.params[field], after.params[field]];
    if (now === undefined) return [`- ${head} ${field}: ${show(old)}`];
    if (old === undefined) return [`+ ${head} ${field}: ${show(now)}`];
    return toCanonicalJson(old) === toCanonicalJson(now) ? [] : [`~ ${head} ${field}: ${show(old)} → ${show(now)}`];
  });
  // A step that only moved up or down is the same step.
  const moved = before.from === null ? null : pairs.find(([old]) => old === before.from)?.[1];
  if (moved !== after.from) params.push(`~ ${head} works on: ${place(before.from)} → ${place(after.from)}`);
  if (before.exports !== after.exports) {
    params.push(`~ ${head} exports: ${before.exports ?? 'nothing'} → ${after.exports ?? 'nothing'}`);
  }
  return params;
}

function kindOf({ operation, params }: RecipeStep): string {
  return operation === 'convert_model' ? `${operation} ${String(params['format'])}` : operation;
}

function describe(step: RecipeStep): string {
  const params = Object.entries(step.params).map(([field, value]) => `${field} ${show(value)}`);
  return [
    `${step.operation} of ${place(step.from)}`,
    ...params,
    ...(step.exports ? [`exports ${step.exports}`] : []),
  ].join(', ');
}

function place(from: number | null): string {
  return from === null ? 'the source' : `step ${from + 1}`;
}

function show(value: unknown): string {
  const text = shortenReferences(toCanonicalJson(value));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
