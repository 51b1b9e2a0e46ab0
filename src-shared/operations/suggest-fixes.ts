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
 * Suggests changes of one parameter that resolve an issue without causing another, most likely first: the number that
 * was probably meant, a limit from its message, the beginning of a list that is too long, another parameter it depends on, another option of its own, or its removal. Every change is validated by
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
    ...first(readingsOf(own, value)),
    ...first(boundsIn(issue.message, own, value)),
    ...first(shortenedTo(issue.message, own, value)),
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

/** Multiples that people write behind a number: `2k`. */
const MULTIPLES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };

/** Returns the number that a value of a number field was probably meant to be, such as 2000 for `2k`. */
function readingsOf({ name, control }: FieldForm, given: unknown): ParameterChange[] {
  if (control.kind !== 'number') return [];
  const [, digits = '', multiple = ''] = /^(-?\d+(?:\.\d+)?) ?([km]?)\b/i.exec(String(given)) ?? [];
  if (digits === '') return [];
  const value = Number(digits) * (MULTIPLES[multiple.toLowerCase()] ?? 1);
  return [{ field: name, value: control.whole ? Math.round(value) : value }].filter((each) => each.value !== given);
}

/** Returns a list that is longer than a limit in a message, shortened to it. */
function shortenedTo(message: string, { name, control }: FieldForm, given: unknown): ParameterChange[] {
  if (control.kind !== 'list' || !Array.isArray(given)) return [];
  return extractNumbers(message)
    .filter((bound) => bound > 0 && bound < given.length)
    .map((bound) => ({ field: name, value: given.slice(0, bound) as unknown }));
}

/** Returns the numbers in a message, closest to the typed one first. */
function boundsIn(message: string, { name, control }: FieldForm, typed: unknown): ParameterChange[] {
  if (control.kind !== 'number' || typeof typed !== 'number') return [];
  return extractNumbers(message)
    .filter((bound) => bound !== typed)
    .sort((one, other) => Math.abs(one - typed) - Math.abs(other - typed))
    .map((value) => ({ field: name, value }));
}

/** Returns the numbers in a message, in order, with or without separators of thousands. */
export function extractNumbers(message: string): number[] {
  return [...message.matchAll(/-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
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
