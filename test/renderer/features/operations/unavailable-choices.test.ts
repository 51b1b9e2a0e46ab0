import { expect, it } from 'vitest';
import { groupUnavailable } from '../../../../src-renderer/features/operations/unavailable-choices.ts';
import type { UnavailableChoice, FieldControl } from '../../../../src-shared/ipc/views/operation-view.ts';

const bar = (value: UnavailableChoice['value'], message: string): UnavailableChoice => ({
  field: 'quality',
  value,
  issue: { field: 'quality', message },
  ways: [],
});

const control: FieldControl = { kind: 'choice', options: ['low', 'high', 'max', 'auto'] };

it('options barred for one reason stand together, whatever option its sentence names', () => {
  const barred = [bar('low', 'M takes no low.'), bar('high', 'M takes no high.'), bar('max', 'Too dear.')];
  const more = { ...control, options: [...control.options, 'x', 'y'] };
  expect(groupUnavailable({ control: more }, barred)).toMatchObject([
    { options: ['low', 'high'], issue: { message: 'M takes no low.' } },
    { options: ['max'], issue: { message: 'Too dear.' } },
  ]);
});

it('the reason of a switch, or of all that could be chosen instead, names no option', () => {
  expect(groupUnavailable({ control: { kind: 'flag' } }, [bar(true, 'v3.0 only.')])).toMatchObject([{ options: [] }]);
  const all = ['low', 'high', 'max'].map((option) => bar(option, `No ${option}.`));
  expect(groupUnavailable({ control }, all)).toMatchObject([{ options: [] }]);
});
