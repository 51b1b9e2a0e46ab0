import type { AnyValues } from '../api/operation.ts';
import type { FieldControl, FieldForm, FieldIssue, OperationForm, SuggestedFix } from '../ipc/views/operation-view.ts';

/** Most ways that are told: more of them help nobody choose. */
const MAX_WAYS = 3;

/** How parameters are judged, and what the operation costs with them; null: not known. */
export interface RequestChecker {
  check(params: AnyValues): readonly FieldIssue[];
  priceOf(params: AnyValues): string | null;
}

/**
 * The changes of one parameter each that make an issue go away and cause no other, the likeliest first: a bound that its
 * sentence names, another parameter it hangs on, another of its own options, leaving it out. Each was tried, so that it
 * holds whatever the rules are.
 */
export function suggestFixes(
  form: OperationForm,
  params: AnyValues,
  issue: FieldIssue,
  judge: RequestChecker,
): SuggestedFix[] {
  const own = form.fields.find(({ name }) => name === issue.field);
  const value = own && params[own.name];
  // What is missing is for the person to say.
  if (!own || value === undefined) return [];
  const before = judge.check(params);
  const price = judge.priceOf(params);
  const works = ({ field, value: tried }: ParameterChange): boolean => {
    const after = judge.check(withParameter(params, field, tried));
    return after.length < before.length && !after.some(({ field: at }) => at === issue.field);
  };
  const first = (changes: readonly ParameterChange[]): ParameterChange[] => changes.filter(works).slice(0, 1);
  const others = form.fields.filter(({ name, group }) => name !== own.name && group !== 'advanced');
  const found = [
    ...first(boundsIn(issue.message, own, value)),
    ...first(others.filter(isChoice).flatMap((field) => listOptions(field, params))),
    ...first(others.filter(({ control }) => control.kind === 'flag').flatMap((field) => listOptions(field, params))),
    ...first(isChoice(own) ? listOptions(own, params) : []),
    ...first(own.required ? [] : [{ field: own.name, value: null }]),
  ];
  return found.slice(0, MAX_WAYS).map((change) => {
    const then = judge.priceOf(withParameter(params, change.field, change.value));
    return { ...change, price: then === price ? null : then };
  });
}

/** One parameter set to another value. */
export interface ParameterChange {
  readonly field: string;
  /** Null: left out. */
  readonly value: unknown;
}

/** The parameters with one of them set, or, with null, left out. */
export function withParameter(params: AnyValues, field: string, value: unknown): AnyValues {
  const { [field]: _, ...others } = params;
  return value === null ? others : { ...others, [field]: value };
}

/** Numbers that a sentence names, the nearest to what was typed first. */
function boundsIn(message: string, { name, control }: FieldForm, typed: unknown): ParameterChange[] {
  if (control.kind !== 'number' || typeof typed !== 'number') return [];
  return extractNumbers(message)
    .filter((bound) => bound !== typed)
    .sort((one, other) => Math.abs(one - typed) - Math.abs(other - typed))
    .map((value) => ({ field: name, value }));
}

/** Numbers that a sentence names, in its order. */
export function extractNumbers(message: string): number[] {
  return [...message.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
}

/** What else a choice or a switch may be; the default is said by leaving it out. */
export function listOptions({ name, control, default: usual }: FieldForm, params: AnyValues): ParameterChange[] {
  const options = control.kind === 'choice' ? control.options : [true, false];
  const now = params[name] ?? usual ?? (control.kind === 'flag' ? false : null);
  const isUsual = (option: unknown): boolean => option === (usual ?? (control.kind === 'flag' ? false : undefined));
  return options
    .filter((option) => option !== now)
    .map((option) => ({ field: name, value: isUsual(option) ? null : option }));
}

function isChoice({ control }: { readonly control: FieldControl }): boolean {
  return control.kind === 'choice';
}
