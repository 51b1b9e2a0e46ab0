import type { FieldControl, FieldForm, OperationForm } from '../../../../src-shared/ipc/views/operation-view.ts';
import { toReferenceNames, parseReference } from '../../../../src-shared/operations/image-reference.ts';
import { appearanceLabel } from '../appearance.ts';
import { FIELD_TEXTS } from './field-texts.ts';
import { formatList } from '../../../app/language/format.ts';
import { formatNumber } from '../../../app/language/format-number.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';

/** Texts of operation forms, in the page's language. */
export const FIELD_FORM_TEXTS = translated({ en: FIELD_TEXTS, zh: () => chineseTexts()?.fields });

const T = FIELD_FORM_TEXTS;

type Named = Pick<OperationForm, 'name'>;

/** Returns a field's title. */
export function fieldTitle(form: Named, field: Pick<FieldForm, 'name' | 'title'>): string {
  return findTranslation(form, field)?.[0] ?? field.title;
}

/** Returns a field's help text, one sentence. */
export function fieldHelp(form: Named, field: FieldForm): string {
  return findTranslation(form, field)?.[1] ?? field.help;
}

/** Returns a field's Chinese title and help; null if the page is in English or there is no translation. */
function findTranslation(
  { name: operation }: Named,
  { name }: Pick<FieldForm, 'name'>,
): readonly [string, string] | null {
  const labels = currentLanguage() === 'zh' ? chineseTexts()?.fieldLabels : undefined;
  return labels?.[`${operation}.${name}`] ?? labels?.[name] ?? null;
}

/** Returns an option's title: versions without their date, clips without their prefix, unknown options unchanged. */
export function optionTitle(option: string | number): string {
  const known: Readonly<Record<string, string>> = T.options;
  const plain = String(option).replace(/^preset:/, '');
  const words = Object.hasOwn(known, plain) ? known[plain] : undefined;
  return words ?? plain.replace(/^([vP][\d.]+)-\d{8}$/, '$1');
}

/** Returns a number's unit; empty if it has none. */
export function unitTitle(unit: string | null): string {
  const known: Readonly<Record<string, string>> = T.units;
  return unit === null ? '' : (known[unit] ?? unit);
}

/** Formats a parameter briefly; a seed without separators, because it is an identifier. */
export function parameterLabel(field: string, value: unknown): string {
  return typeof value === 'number' && /_seed$/.test(field) ? String(value) : valueLabel(value);
}

/** Formats a field's value briefly. */
export function valueLabel(value: unknown): string {
  if (typeof value === 'boolean') return value ? T.on : T.off;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return parseReference(value)?.name ?? optionTitle(value);
  if (isTextList(value)) return formatList(value.map(optionTitle));
  return appearanceLabel(value) ?? toReferenceNames(JSON.stringify(value));
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Describes a field's default; empty if there is none. */
export function defaultLabel({ default: usual }: Pick<FieldForm, 'default'>): string {
  return usual === null || usual === undefined ? '' : T.usual(valueLabel(usual));
}

/** Describes the bounds of a number or the length of a text; empty if not useful. */
export function boundsLabel(control: FieldControl): string {
  if (control.kind === 'text') {
    const { longest } = control;
    return longest === null || longest > 4_096 ? '' : T.characters(formatNumber(longest));
  }
  // The 32-bit range of a seed is of no use to the user.
  if (control.kind !== 'number' || Math.abs(control.min ?? 0) > 1e9) return '';
  const { min, max } = control;
  if (min !== null && max !== null) return T.between(formatNumber(min), formatNumber(max));
  if (min !== null) return T.atLeast(formatNumber(min));
  return max === null ? '' : T.atMost(formatNumber(max));
}
