import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import { AR_USDZ } from '../../../src-shared/recipes/built-in/ar.ts';
import { GAME_FBX } from '../../../src-shared/recipes/built-in/game.ts';

/** Longest edge of a model for 3D printing, in metres. */
const PRINT_EDGE = 0.1;

/** Digits of a scale factor: the size is right to a tenth of a per cent. */
const SCALE_DIGITS = 4;

/** Values of a form for one purpose. */
interface ParameterPreset {
  readonly values: AnyValues;
  /** Also scales the model to this longest edge, in metres. */
  readonly longestEdge?: number;
}

const PRESETS = {
  convert_model: {
    engine: { values: { format: 'FBX', ...GAME_FBX } },
    max: { values: { format: 'FBX', fbx_preset: '3dsmax', with_animation: true } },
    mixamo: { values: { format: 'FBX', fbx_preset: 'mixamo' } },
    ar: { values: { format: 'USDZ', ...AR_USDZ } },
    print: { values: { format: '3MF', flatten_bottom: true } },
    print_100: { values: { format: '3MF', flatten_bottom: true }, longestEdge: PRINT_EDGE },
  },
  decimate_mesh: {
    mobile: { values: { model: 'v3.0', face_limit: 5_000, bake: true } },
    prop: { values: { model: 'v3.0', face_limit: 8_000, bake: true } },
    hero: { values: { model: 'v3.0', face_limit: 20_000, bake: true } },
    quads: { values: { model: 'v3.0', quad: true, face_limit: 10_000, bake: true } },
  },
} as const satisfies Readonly<Partial<Record<OperationName, Readonly<Record<string, ParameterPreset>>>>>;

/** Id of a preset. */
export type PresetId = { [O in keyof typeof PRESETS]: keyof (typeof PRESETS)[O] }[keyof typeof PRESETS];

/** A preset with the values it sets; all others become defaults. */
export interface AppliedPreset {
  readonly id: PresetId;
  readonly values: AnyValues;
}

/**
 * Lists the presets of an operation. `longestEdge`: of the model, in metres; null: unknown, without presets that scale
 * the model to a size.
 */
export function listPresets(operation: OperationName, longestEdge: number | null): AppliedPreset[] {
  const presets: Readonly<Partial<Record<OperationName, Readonly<Record<string, ParameterPreset>>>>> = PRESETS;
  return Object.entries(presets[operation] ?? {}).flatMap(([id, { values, longestEdge: wanted }]) => {
    if (wanted === undefined) return [{ id: id as PresetId, values }];
    if (longestEdge === null || longestEdge <= 0) return [];
    const scale = Number((wanted / longestEdge).toPrecision(SCALE_DIGITS));
    return [{ id: id as PresetId, values: { ...values, scale_factor: scale } }];
  });
}

/** True if a preset of an operation needs the size of the model. */
export function hasSizedPreset(operation: OperationName): boolean {
  return listPresets(operation, 1).length > listPresets(operation, null).length;
}

/** True if a form has exactly the values of a preset. */
export function isPresetApplied({ values }: AppliedPreset, current: AnyValues): boolean {
  const names = new Set([...Object.keys(values), ...Object.keys(current)]);
  return [...names].every((name) => JSON.stringify(values[name]) === JSON.stringify(current[name]));
}
