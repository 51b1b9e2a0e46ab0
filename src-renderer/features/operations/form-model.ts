import { rigTypeOf } from '../../../src-shared/operations/rig-type-of.ts';
import type { FieldGroup } from '../../../src-shared/api/fields/field.ts';
import type {
  FieldForm,
  FieldIssue,
  FieldRange,
  OperationForm,
  SuggestedFix,
  UnavailableChoice,
} from '../../../src-shared/ipc/views/operation-view.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the main process says about the current values. */
interface FormCheck {
  readonly issues: readonly FieldIssue[];
  readonly barred: readonly UnavailableChoice[];
  readonly ranges: readonly FieldRange[];
}

/** Values of another field, one of which a field needs to have an effect. */
export type NeededValue = FieldForm['onlyWith'][number];

/** One field of a form with its state. */
export interface FormField {
  readonly field: FieldForm;
  readonly value: unknown;
  /** Faults of the value. */
  readonly issues: readonly FieldIssue[];
  /** True if the user has yet to set it; this is no fault. */
  readonly isMissing: boolean;
  /** Its choices that are unavailable with the other values. */
  readonly barred: readonly UnavailableChoice[];
  /** Bounds of a number; null: none. */
  readonly range: FieldRange | null;
  /** Values it lacks to have an effect; empty: none. */
  readonly needed: readonly NeededValue[];
}

/** An operation's form as shown: every field of the form is in exactly one of the lists. */
export interface FormModel {
  readonly groups: readonly { readonly group: FieldGroup; readonly fields: readonly FormField[] }[];
  readonly advanced: readonly FormField[];
  /** Fields without a value that have no effect, or no valid value, with the current values of others. */
  readonly unavailable: readonly FormField[];
}

/**
 * Arranges a form for its current values. A field with a value is always shown, so that nothing is sent unseen.
 * A single value of a field with a plural is shown in the plural one.
 */
export function toFormModel(form: OperationForm, values: Values, check: FormCheck): FormModel {
  const fields = form.fields
    .filter(({ plural }) => plural === null)
    .map((field) => toFormField(form, field, values, check));
  const unavailable = fields.filter(isUnavailable);
  const shown = fields.filter((each) => !unavailable.includes(each));
  const groups = [...new Set(shown.map(({ field }) => field.group))].filter((group) => group !== 'advanced');
  return {
    groups: groups.map((group) => ({ group, fields: shown.filter(({ field }) => field.group === group) })),
    advanced: shown.filter(({ field }) => field.group === 'advanced'),
    unavailable,
  };
}

/** Returns a form that suggests only animations for a rig type; unchanged if none is known for it. */
export function withAnimationsFor(form: OperationForm, rigType: string): OperationForm {
  const fields = form.fields.map((field): FieldForm => {
    if (field.name !== 'animations') return field;
    const known = field.known.filter((animation) => rigTypeOf(animation) === rigType);
    return known.length > 0 ? { ...field, known } : field;
  });
  return { ...form, fields };
}

/** Sets a field's value; `undefined` removes it. A single value in place of a plural one is removed, too. */
export function withFieldValue(form: OperationForm, values: Values, name: string, value: unknown): Values {
  const replaced = new Set([name, ...singularsOf(form, name)]);
  const others = Object.fromEntries(Object.entries(values).filter(([other]) => !replaced.has(other)));
  return value === undefined ? others : { ...others, [name]: value };
}

/** True if an issue only says that the user has yet to set a value. */
export function isMissingValue({ field }: Pick<FieldIssue, 'field'>, values: Values): boolean {
  const [name = ''] = field.split('.');
  return name !== '' && (values[name] === undefined || values[name] === '');
}

/** Returns the fixes that issues suggest, each once. */
export function distinctFixes(issues: readonly FieldIssue[]): SuggestedFix[] {
  const fixes = issues.flatMap(({ ways = [] }) => ways);
  return [...new Map(fixes.map((fix) => [JSON.stringify([fix.field, fix.value]), fix])).values()];
}

/** Returns the field that shows an issue; null if it concerns the whole request. */
export function findFieldOf(form: OperationForm, { field }: Pick<FieldIssue, 'field'>): FieldForm | null {
  const find = (wanted: string): FieldForm | null => form.fields.find(({ name }) => name === wanted) ?? null;
  const own = find(field.split('.')[0] ?? '');
  return own?.plural == null ? own : find(own.plural);
}

function toFormField(form: OperationForm, field: FieldForm, values: Values, check: FormCheck): FormField {
  const { name } = field;
  const given = values[name];
  const [single] = singularsOf(form, name).flatMap((singular) => (values[singular] === undefined ? [] : [singular]));
  const issues = check.issues.filter((issue) => findFieldOf(form, issue) === field);
  return {
    field,
    value: given === undefined && single !== undefined ? [values[single]] : given,
    issues: issues.filter((issue) => !isMissingValue(issue, values)),
    isMissing: issues.some((issue) => isMissingValue(issue, values)),
    barred: check.barred.filter((each) => each.field === name),
    range: check.ranges.find((each) => each.field === name) ?? null,
    needed: field.onlyWith.filter((need) => !isMet(form, need, values)),
  };
}

/** Names of the fields that a field is the plural of. */
function singularsOf(form: OperationForm, name: string): string[] {
  return form.fields.filter(({ plural }) => plural === name).map((field) => field.name);
}

function isMet(form: OperationForm, { field: name, values: accepted }: NeededValue, values: Values): boolean {
  const other = form.fields.find((field) => field.name === name);
  const value = values[name] ?? other?.default ?? (other?.control.kind === 'flag' ? false : undefined);
  return accepted.some((each) => toComparable(each) === toComparable(value));
}

/** Choices such as formats may be given in any case. */
function toComparable(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

function isUnavailable({ field, value, barred, needed, isMissing, issues }: FormField): boolean {
  if (value !== undefined || isMissing || issues.length > 0) return false;
  return needed.length > 0 || areAllBarred(field, barred);
}

/** True if the field rejects every value but its default for a reason of its own, such as the version. */
function areAllBarred(
  { name, control, known, default: usual }: FieldForm,
  barred: readonly UnavailableChoice[],
): boolean {
  const own = barred.filter(({ issue }) => issue.field === name);
  const options = control.kind === 'choice' ? control.options : control.kind === 'text' ? known : [!(usual === true)];
  const others = options.filter((option) => option !== usual);
  return others.length > 0 && others.every((option) => own.some(({ value }) => value === option));
}
