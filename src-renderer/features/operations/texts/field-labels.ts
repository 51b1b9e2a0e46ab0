import type { FieldControl, FieldForm, OperationForm } from '../../../../src-shared/ipc/views/operation-view.ts';
import { toReferenceNames, parseReference } from '../../../../src-shared/operations/image-reference.ts';
import { appearanceLabel } from '../appearance.ts';
import { FIELD_TEXTS } from './field-texts.ts';
import { formatNumber } from '../../../app/language/format-number.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { translated } from '../../../app/language/translated.ts';
import { FIELD_TEXTS_ZH } from './field-texts.zh.ts';
import { FIELD_LABELS_ZH } from './field-labels.zh.ts';

/** Words of the forms of operations, in the language of the page. */
export const FIELD_FORM_TEXTS = translated({ en: FIELD_TEXTS, zh: FIELD_TEXTS_ZH });

const T = FIELD_FORM_TEXTS;

type Named = Pick<OperationForm, 'name'>;

/** What a person calls a field. */
export function fieldTitle(form: Named, field: Pick<FieldForm, 'name' | 'title'>): string {
  return ownWords(form, field)?.[0] ?? field.title;
}

/** One sentence for the person who sets a field. */
export function fieldHelp(form: Named, field: FieldForm): string {
  return ownWords(form, field)?.[1] ?? field.help;
}

/** The words of a field in Chinese; null where the page speaks English, or when nobody wrote them. */
function ownWords({ name: operation }: Named, { name }: Pick<FieldForm, 'name'>): readonly [string, string] | null {
  if (currentLanguage() !== 'zh') return null;
  return FIELD_LABELS_ZH[`${operation}.${name}`] ?? FIELD_LABELS_ZH[name] ?? null;
}

/** What a person calls an option; a version goes without its date, everything else without words stands for itself. */
export function optionTitle(option: string | number): string {
  const known: Readonly<Record<string, string>> = T.options;
  const words = Object.hasOwn(known, option) ? known[option] : undefined;
  return words ?? String(option).replace(/^([vP][\d.]+)-\d{8}$/, '$1');
}

/** The unit a number is given in; empty when it has none. */
export function unitTitle(unit: string | null): string {
  const known: Readonly<Record<string, string>> = T.units;
  return unit === null ? '' : (known[unit] ?? unit);
}

/** A value of a field in few words. */
export function valueLabel(value: unknown): string {
  if (typeof value === 'boolean') return value ? T.on : T.off;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return parseReference(value)?.name ?? optionTitle(value);
  return appearanceLabel(value) ?? toReferenceNames(JSON.stringify(value));
}

/** What applies where a field is left out; empty when nothing is said. */
export function defaultLabel({ default: usual }: Pick<FieldForm, 'default'>): string {
  return usual === null || usual === undefined ? '' : T.usual(valueLabel(usual));
}

/** The bounds of a number, or the length of a text; empty when there are none worth saying. */
export function boundsLabel(control: FieldControl): string {
  if (control.kind === 'text') {
    const { longest } = control;
    return longest === null || longest > 4_096 ? '' : T.characters(formatNumber(longest));
  }
  // A seed takes any number of 32 bits, which helps nobody.
  if (control.kind !== 'number' || Math.abs(control.min ?? 0) > 1e9) return '';
  const { min, max } = control;
  if (min !== null && max !== null) return T.between(formatNumber(min), formatNumber(max));
  if (min !== null) return T.atLeast(formatNumber(min));
  return max === null ? '' : T.atMost(formatNumber(max));
}
