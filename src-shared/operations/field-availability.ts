import type { AnyValues } from '../api/operation.ts';
import { withParameter, suggestFixes, extractNumbers, listOptions, type RequestChecker } from './suggest-fixes.ts';
import type {
  UnavailableChoice,
  FieldForm,
  FieldIssue,
  FieldRange,
  OperationForm,
} from '../ipc/views/operation-view.ts';

/** Maximum number of options with suggested fixes; further ones have a reason only. */
const MAX_WITH_WAYS = 12;

/** Ranges beyond this count as unbounded. */
const MAX_BOUND = 1e9;

/** Available options and ranges in combination with the current parameters. */
export interface FieldAvailability {
  readonly barred: readonly UnavailableChoice[];
  readonly ranges: readonly FieldRange[];
}

/**
 * Finds the options that would be rejected in combination with the current parameters, with their reasons, and the
 * ranges of numbers. Every option is validated by trying it, so the result agrees with any rule. Parameters that are
 * invalid themselves are ignored, so that they exclude nothing.
 */
export function findFieldAvailability(
  form: OperationForm,
  params: AnyValues,
  judge: RequestChecker,
): FieldAvailability {
  const sound = withoutFaults(params, judge);
  const barred = form.fields.flatMap((field) => findBarred(field, sound, judge));
  return {
    barred: barred.map(({ field, value, issue, tried }, index) => ({
      field,
      value,
      issue: { field: issue.field, message: issue.message, ...(issue.detail ? { detail: issue.detail } : {}) },
      ways: (index < MAX_WITH_WAYS ? suggestFixes(form, tried, issue, judge) : [])
        .filter((way) => way.field !== field)
        .map((way) => ({ ...way, price: priceIfOther(withParameter(params, way.field, way.value), params, judge) })),
    })),
    ranges: form.fields.flatMap((field) => findRange(field, sound, judge) ?? []),
  };
}

/** Returns the new price; null: unchanged or unknown. */
function priceIfOther(then: AnyValues, now: AnyValues, { priceOf }: RequestChecker): string | null {
  const price = priceOf(then);
  return price === priceOf(now) ? null : price;
}

/** Returns the parameters without invalid ones. */
function withoutFaults(params: AnyValues, { check }: RequestChecker): AnyValues {
  const faulty = new Set(check(params).map(({ field }) => field.split('.')[0] ?? ''));
  return Object.fromEntries(Object.entries(params).filter(([name]) => !faulty.has(name)));
}

interface Barred {
  readonly field: string;
  readonly value: string | number | boolean;
  readonly issue: FieldIssue;
  readonly tried: AnyValues;
}

function findBarred(field: FieldForm, params: AnyValues, judge: RequestChecker): Barred[] {
  const { name, control, default: usual } = field;
  if (control.kind !== 'choice' && control.kind !== 'flag' && control.kind !== 'text') return [];
  const before = judge.check(params);
  return listOptions(field, params).flatMap(({ value }) => {
    const tried = withParameter(params, name, value);
    const issue = judge.check(tried).find((each) => !before.some((other) => isSame(each, other)));
    if (!issue) return [];
    const option = value ?? usual ?? false;
    return isOption(option) ? [{ field: name, value: option, issue, tried }] : [];
  });
}

/** Returns null if it is not a number, or has no two-sided range. */
function findRange({ name, control }: FieldForm, params: AnyValues, judge: RequestChecker): FieldRange | null {
  if (control.kind !== 'number') return null;
  const others = withParameter(params, name, null);
  const before = judge.check(others);
  const issuesAt = (value: number): FieldIssue[] =>
    judge.check({ ...others, [name]: value }).filter((each) => !before.some((other) => isSame(each, other)));
  const ends = [control.min ?? Number.MIN_SAFE_INTEGER, control.max ?? Number.MAX_SAFE_INTEGER];
  // The message of a rule contains its limits.
  const named = ends.flatMap((end) => issuesAt(end).flatMap(({ message }) => extractNumbers(message)));
  const valid = [...ends, ...named].filter((value) => issuesAt(value).length === 0);
  const [min, max] = [Math.min(...valid), Math.max(...valid)];
  return min < max && Math.max(-min, max) <= MAX_BOUND ? { field: name, min, max } : null;
}

function isSame(one: FieldIssue, other: FieldIssue): boolean {
  return one.field === other.field && one.message === other.message;
}

function isOption(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
