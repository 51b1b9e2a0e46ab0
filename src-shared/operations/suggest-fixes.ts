import type { AnyValues } from '../api/operation.ts';
import type { FieldControl, FieldForm, FieldIssue, OperationForm, SuggestedFix } from '../ipc/views/operation-view.ts';

/** Maximum number of suggested fixes. */
const MAX_WAYS = 3;

/** Checks parameters and computes the price of the operation; null: unknown. */
export interface RequestChecker {
  check(params: AnyValues): readonly FieldIssue[];
  priceOf(params: AnyValues): string | null;
}

/**
 * Suggests changes of one parameter that resolve an issue without causing another, most likely first: a limit from its
 * message, another parameter it depends on, another option of its own, or its removal. Every change is validated by
 * trying it, so the result agrees with any rule.
 */
export function suggestFixes(
  form: OperationForm,
  params: AnyValues,
  issue: FieldIssue,
  judge: RequestChecker,
): SuggestedFix[] {
  const own = form.fields.find(({ name }) => name === issue.field);
  const value = own && params[own.name];
  // Missing values must come from the user.
  if (!own || value === undefined) return [];
  const before = judge.check(params);
  const price = judge.priceOf(params);
  const works = ({ field, value: tried }: ParameterChange): boolean => {
    const after = judge.check(withParameter(params, field, tried));
    return after.length < before.length && !after.some(({ field: at }) => at === issue.field);
  };
  const first = (changes: readonly ParameterChange[]): ParameterChange[] => changes.filter(works).slice(0, 1);
  const others = form.fields.filter(({ name, group }) => name !== own.name && group !== 'advanced');
  const fixes = [
    ...first(boundsIn(issue.message, own, value)),
    ...first(others.filter(isChoice).flatMap((field) => listOptions(field, params))),
    ...first(others.filter(({ control }) => control.kind === 'flag').flatMap((field) => listOptions(field, params))),
    ...first(isChoice(own) ? listOptions(own, params) : []),
    ...first(own.required ? [] : [{ field: own.name, value: null }]),
  ];
  return fixes.slice(0, MAX_WAYS).map((change) => {
    const then = judge.priceOf(withParameter(params, change.field, change.value));
    return { ...change, price: then === price ? null : then };
  });
}

/** A new value of one parameter. */
export interface ParameterChange {
  readonly field: string;
  /** Null: removed. */
  readonly value: unknown;
}

/** Returns the parameters with one of them set, or removed if the value is null. */
export function withParameter(params: AnyValues, field: string, value: unknown): AnyValues {
  const { [field]: _, ...others } = params;
  return value === null ? others : { ...others, [field]: value };
}

/** Returns the numbers in a message, closest to the typed one first. */
function boundsIn(message: string, { name, control }: FieldForm, typed: unknown): ParameterChange[] {
  if (control.kind !== 'number' || typeof typed !== 'number') return [];
  return extractNumbers(message)
    .filter((bound) => bound !== typed)
    .sort((one, other) => Math.abs(one - typed) - Math.abs(other - typed))
    .map((value) => ({ field: name, value }));
}

/** Returns the numbers in a message, in order. */
export function extractNumbers(message: string): number[] {
  return [...message.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
}

/** Lists the other options of a choice, a text with suggested values or a switch; the default is expressed by removal. */
export function listOptions({ name, control, known, default: usual }: FieldForm, params: AnyValues): ParameterChange[] {
  const options = control.kind === 'choice' ? control.options : control.kind === 'text' ? known : [true, false];
  const now = params[name] ?? usual ?? (control.kind === 'flag' ? false : null);
  const isUsual = (option: unknown): boolean => option === (usual ?? (control.kind === 'flag' ? false : undefined));
  return options
    .filter((option) => option !== now)
    .map((option) => ({ field: name, value: isUsual(option) ? null : option }));
}

function isChoice({ control }: { readonly control: FieldControl }): boolean {
  return control.kind === 'choice';
}
