import type { DiffLine } from './diff-line.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import { shortenReferences } from '../operations/image-reference.ts';
import { message, type Message } from '../messages/message.ts';

/** Corresponding steps of both recipes, in order. */
type Pairs = readonly (readonly [before: number, after: number])[];

/** Lists the differences between two recipes, one message each; empty: they are equal. */
export function diffRecipes(before: Recipe, after: Recipe): DiffLine[] {
  const heads = (['name', 'takes', 'help'] as const).filter((field) => before[field] !== after[field]);
  const pairs = pairSteps(before.steps, after.steps);
  const lines = after.steps.flatMap((step, index): DiffLine[] => {
    const place = pairs.find(([, own]) => own === index)?.[0];
    if (place === undefined) return [{ change: 'added', text: describe(step, index) }];
    return diffStep(before.steps[place] as RecipeStep, step, index, pairs);
  });
  const removed = before.steps.flatMap((step, index): DiffLine[] =>
    pairs.some(([old]) => old === index) ? [] : [{ change: 'removed', text: describe(step, index) }],
  );
  const changed = heads.map((field) =>
    toChange(message(`recipe-diff.${field}`, { before: show(before[field]), after: show(after[field]) })),
  );
  const [one, other] = [alsoOf(before), alsoOf(after)];
  const also = one === other ? [] : [toChange(message('recipe-diff.also', { before: one, after: other }))];
  return [...changed, ...also, ...removed, ...lines];
}

/** Sorted, because their order has no meaning. */
function alsoOf({ also = [] }: Recipe): string {
  return [...also].sort().join(', ') || '–';
}

/** Returns the longest common subsequence of steps with the same operation. */
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
  const head = { step: index + 1, operation: toTitle(after) };
  const fields = [...new Set([...Object.keys(before.params), ...Object.keys(after.params)])].sort();
  const params = fields.flatMap((field): DiffLine[] => {
    const [old, now] = [before.params[field], after.params[field]];
    const value = (given: unknown): Message => message('recipe-diff.field', { ...head, field, value: show(given) });
    if (now === undefined) return [{ change: 'removed', text: value(old) }];
    if (old === undefined) return [{ change: 'added', text: value(now) }];
    const both = { before: show(old), after: show(now) };
    return toCanonicalJson(old) === toCanonicalJson(now)
      ? []
      : [toChange(message('recipe-diff.field-changed', { ...head, field, ...both }))];
  });
  // A step that only moved is the same step.
  const moved = before.from === null ? null : pairs.find(([old]) => old === before.from)?.[1];
  if (moved !== after.from) {
    const both = { before: place(before.from), after: place(after.from) };
    params.push(toChange(message('recipe-diff.input-changed', { ...head, ...both })));
  }
  if (before.exports !== after.exports) {
    const nothing = message('recipe-diff.nothing');
    const both = { before: before.exports ?? nothing, after: after.exports ?? nothing };
    params.push(toChange(message('recipe-diff.exports-changed', { ...head, ...both })));
  }
  return params;
}

function kindOf({ operation, params }: RecipeStep): string {
  return operation === 'convert_model' ? `${operation} ${String(params['format'])}` : operation;
}

function toChange(text: Message): DiffLine {
  return { change: 'changed', text };
}

function describe(step: RecipeStep, index: number): Message {
  const params = Object.entries(step.params).map(([field, value]) => `${field} ${show(value)}`);
  const settings = [...params, ...(step.exports ? [`exports ${step.exports}`] : [])].join(', ') || 'none';
  return message('recipe-diff.step', { step: index + 1, operation: toTitle(step), source: place(step.from), settings });
}

function toTitle({ operation }: RecipeStep): Message {
  return message(`operation.${operation}`);
}

function place(from: number | null): Message {
  return from === null ? message('recipe-diff.source') : message('recipe-diff.step-number', { step: from + 1 });
}

function show(value: unknown): string {
  const text = shortenReferences(toCanonicalJson(value));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
