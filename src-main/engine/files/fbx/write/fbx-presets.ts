import { properties, type FbxNode } from './fbx-node.ts';

/** Programs with an FBX preset. */
export type FbxPresetName = 'blender' | '3dsmax' | 'mixamo';

/** Coordinate system for a program. Every preset yields the same model in the same size and orientation. */
export interface FbxPreset {
  /** File units per metre. */
  readonly unitsPerMetre: number;
  /** Centimetres per file unit: FBX's UnitScaleFactor. */
  readonly centimetresPerUnit: number;
  /** True if vertices are converted to +Z up, −Y front; otherwise they stay +Y up, +Z front. */
  readonly isZUp: boolean;
}

/**
 * The presets. Blender uses metres, so that objects arrive with scale 1; 3ds Max and Mixamo use centimetres, and 3ds
 * Max is Z-up: its vertices are converted, so that nothing arrives rotated by 90°.
 */
export const FBX_PRESETS: Readonly<Record<FbxPresetName, FbxPreset>> = {
  blender: { unitsPerMetre: 1, centimetresPerUnit: 100, isZUp: false },
  '3dsmax': { unitsPerMetre: 100, centimetresPerUnit: 1, isZUp: true },
  mixamo: { unitsPerMetre: 100, centimetresPerUnit: 1, isZUp: false },
};

/** FBX ticks per second. */
const TICKS_PER_SECOND = 46_186_158_000;
const FRAMES_24 = 11;

/** Converts seconds to FBX ticks. */
export function toFbxTime(seconds: number): bigint {
  return BigInt(Math.round(seconds * TICKS_PER_SECOND));
}

/**
 * Returns the properties of `GlobalSettings`: axes (0 x, 1 y, 2 z; front is the axis that points at the viewer), unit,
 * and time span.
 */
export function globalProperties({ isZUp, centimetresPerUnit }: FbxPreset, seconds: number): FbxNode {
  return properties(
    ['UpAxis', 'int', isZUp ? 2 : 1],
    ['UpAxisSign', 'int', 1],
    ['FrontAxis', 'int', isZUp ? 1 : 2],
    ['FrontAxisSign', 'int', isZUp ? -1 : 1],
    ['CoordAxis', 'int', 0],
    ['CoordAxisSign', 'int', 1],
    ['OriginalUpAxis', 'int', -1],
    ['OriginalUpAxisSign', 'int', 1],
    ['UnitScaleFactor', 'double', centimetresPerUnit],
    ['OriginalUnitScaleFactor', 'double', centimetresPerUnit],
    ['TimeMode', 'enum', FRAMES_24],
    ['TimeSpanStart', 'time', 0n],
    ['TimeSpanStop', 'time', toFbxTime(seconds)],
  );
}
