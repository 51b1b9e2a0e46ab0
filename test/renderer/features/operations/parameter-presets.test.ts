import { expect, it } from 'vitest';
import {
  hasSizedPreset,
  isPresetApplied,
  listPresets,
} from '../../../../src-renderer/features/operations/parameter-presets.ts';
import { FIELD_TEXTS } from '../../../../src-renderer/features/operations/texts/field-texts.ts';
import { OPERATION_NAMES } from '../../../../src-shared/api/operations.ts';
import { checkOperation } from '../../../../src-shared/operations/check-operation.ts';

const taskId = '00000000-0000-4000-8000-000000000000';
const context = { deployment: 'international', entitlements: null, now: Date.UTC(2026, 10, 22) } as const;

it('every preset is valid as it stands, for models of any size, and has a name', () => {
  const ids = OPERATION_NAMES.flatMap((operation) =>
    [0.001, 1.75, 1_000].flatMap((longestEdge) =>
      listPresets(operation, longestEdge).map(({ id, values: params }) => {
        expect(checkOperation({ operation, params, taskId }, context), id).toEqual([]);
        return id;
      }),
    ),
  );
  expect([...new Set(ids)].sort()).toEqual(Object.keys(FIELD_TEXTS.presets.names).sort());
});

it('a preset with a size scales the model to it, and is not listed while the size is unknown', () => {
  const scaleOf = (longestEdge: number) =>
    listPresets('convert_model', longestEdge).find(({ id }) => id === 'print_100')?.values['scale_factor'];
  expect(scaleOf(1.75)).toBe(0.05714);
  expect(scaleOf(0.1)).toBe(1);
  const ids = listPresets('convert_model', null).map(({ id }) => id);
  expect(ids).toContain('print');
  expect(ids).not.toContain('print_100');
  expect(hasSizedPreset('convert_model')).toBe(true);
  expect(hasSizedPreset('decimate_mesh')).toBe(false);
});

it('a preset is applied if the form has its values and no others, in any order', () => {
  const preset = listPresets('decimate_mesh', null).find(({ id }) => id === 'mobile')!;
  const { face_limit: faces, ...others } = preset.values;
  expect(isPresetApplied(preset, { face_limit: faces, ...others })).toBe(true);
  expect(isPresetApplied(preset, { ...preset.values, quad: true })).toBe(false);
  expect(isPresetApplied(preset, others)).toBe(false);
});
