import { properties, type FbxNode } from './fbx-node.ts';

/** Programs an FBX can be made for. */
export type FbxPresetName = 'blender' | '3dsmax' | 'mixamo';

/** How a program wants its space. Every preset shows the same model, of the same size, the same way round. */
export interface FbxPreset {
  /** File units per metre. */
  readonly unitsPerMetre: number;
  /** Centimetres per file unit: FBX's UnitScaleFactor. */
  readonly centimetresPerUnit: number;
  /** Whether vertices are turned to +Z up, -Y front; else they stay +Y up, +Z front. */
  readonly isZUp: boolean;
}

/**
 * The presets. Blender takes metres, so that objects arrive with scale 1; 3ds Max and Mixamo think in centimetres, and
 * 3ds Max is Z-up: its vertices are turned, so that nothing arrives rotated by 90°.
 */
export const FBX_PRESETS: Readonly<Record<FbxPresetName, FbxPreset>> = {
  blender: { unitsPerMetre: 1, centimetresPerUnit: 100, isZUp: false },
  '3dsmax': { unitsPerMetre: 100, centimetresPerUnit: 1, isZUp: true },
  mixamo: { unitsPerMetre: 100, centimetresPerUnit: 1, isZUp: false },
};

/** FBX's tick: seconds × this. */
const TICKS_PER_SECOND = 46_186_158_000;
const FRAMES_24 = 11;

/** Seconds in FBX's ticks. */
export function toFbxTime(seconds: number): bigint {
  return BigInt(Math.round(seconds * TICKS_PER_SECOND));
}

/**
 * The properties of `GlobalSettings`: axes (0 x, 1 y, 2 z; front is the axis that points at the viewer), unit, and the
 * span that is shown.
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
