import { afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { FieldForm, OperationForm } from '../../../../../src-shared/ipc/views/operation-view.ts';
import { toOperationForms } from '../../../../../src-shared/operations/operation-forms.ts';
import { FIELD_TEXTS } from '../../../../../src-renderer/features/operations/texts/field-texts.ts';
import {
  parameterLabel,
  fieldHelp,
  fieldTitle,
  optionTitle,
  unitTitle,
} from '../../../../../src-renderer/features/operations/texts/field-labels.ts';
import { loadLanguage } from '../../../../../src-renderer/app/language/load-language.ts';
import { setLanguage } from '../../../../../src-renderer/app/language/language.ts';
import { FIELD_LABELS_ZH } from '../../../../../src-renderer/features/operations/texts/field-labels.zh.ts';

const forms = toOperationForms();
const all = forms.flatMap((form) => form.fields.map((field) => ({ form, field })));

beforeAll(() => loadLanguage('zh'));

afterEach(() => {
  setLanguage('en');
});

/** The entry of the Chinese table that a field is told with. */
function keyOf({ name: operation }: OperationForm, { name }: FieldForm): string {
  return Object.hasOwn(FIELD_LABELS_ZH, `${operation}.${name}`) ? `${operation}.${name}` : name;
}

describe('the words of fields', () => {
  it('are there in Chinese for every field of every operation', () => {
    const missing = all.filter(({ form, field }) => !Object.hasOwn(FIELD_LABELS_ZH, keyOf(form, field)));
    expect(missing.map(({ form, field }) => `${form.name}.${field.name}`)).toEqual([]);
    setLanguage('zh');
    for (const { form, field } of all) {
      expect(fieldTitle(form, field)).toMatch(/\p{Script=Han}/u);
      expect(fieldHelp(form, field)).toMatch(/\p{Script=Han}.*。$/u);
    }
  });

  it('are one text in Chinese only where they are one in English', () => {
    const english = new Map<string, Set<string>>();
    for (const { form, field } of all) {
      const key = keyOf(form, field);
      english.set(key, (english.get(key) ?? new Set()).add(`${field.title}: ${field.help}`));
    }
    expect([...english].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  it('are there for no field that does not exist', () => {
    const used = new Set(all.map(({ form, field }) => keyOf(form, field)));
    expect(Object.keys(FIELD_LABELS_ZH).filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('the words of options', () => {
  const options = all.flatMap(({ field: { control, known } }) => [
    ...(control.kind === 'choice' ? control.options : []),
    ...known.map((word) => word.replace(/^preset:/, '')),
  ]);

  it('are there for every option that is a word, and for no other', () => {
    // Models by their ids, formats by their endings, ratios and axes stand for themselves.
    const isName = (option: string | number): boolean =>
      /^(v\d|P\d|chat_image|banana|seedream|[+-][xy]$|\d+:\d+$|[A-Z0-9_]+$|(png|jpeg|glb|fbx)$)/.test(String(option));
    const words = options.filter((option) => option === '' || !isName(option));
    expect([...new Set(words.filter((option) => !Object.hasOwn(FIELD_TEXTS.options, option)))]).toEqual([]);
    expect(Object.keys(FIELD_TEXTS.options).filter((option) => !words.includes(option))).toEqual([]);
  });

  it('say versions without their date', () => {
    expect(optionTitle('v3.1-20260211')).toBe('v3.1');
    expect(optionTitle('P1-20260311')).toBe('P1');
    expect(optionTitle('v2.0')).toBe('v2.0');
  });

  it('and units are there in both languages', () => {
    const units = [...new Set(all.flatMap(({ field }) => field.unit ?? []))];
    expect(Object.keys(FIELD_TEXTS.units).sort()).toEqual(units.sort());
    setLanguage('zh');
    for (const unit of units) expect(unitTitle(unit)).toMatch(/\p{Script=Han}/u);
  });
});

test('seeds are identifiers: they have no separators, other numbers do', () => {
  expect(parameterLabel('model_seed', 1_184_203_377)).toBe('1184203377');
  expect(parameterLabel('face_limit', 12_000)).toBe('12,000');
  expect(parameterLabel('texture', true)).toBe('on');
});
