import type { ManifestFile } from '../../src-shared/delivery/manifest.ts';
import type { JobRecord, StepRecord } from './job-record.ts';

/** Axes and unit of a model's file, and how the conversion changed the shape of its GLB. */
export interface Placement extends Pick<ManifestFile, 'upAxis' | 'forwardAxis' | 'metersPerUnit'> {
  /** True if the conversion swapped the sides with front and back; null: unknown. */
  readonly turn: 'front' | 'side' | null;
  readonly scale: number;
  /** True if every triangle is kept in place, except for rotation, scale and translation of the whole model. */
  readonly isShapeKept: boolean;
  /** True if skeleton and clips are kept, if the format supports them. */
  readonly isMotionKept: boolean;
}

type Front = NonNullable<ManifestFile['forwardAxis']>;
type Space = Pick<ManifestFile, 'upAxis' | 'metersPerUnit'>;

const METRES: Space = { upAxis: 'Y', metersPerUnit: 1 };
const MILLIMETRES: Space = { upAxis: 'Z', metersPerUnit: 0.001 };
const UNKNOWN: Space = { upAxis: null, metersPerUnit: null };

/** FBX flavours as the local engine writes them. */
const FBX_SPACES: Readonly<Record<string, Space>> = {
  blender: METRES,
  mixamo: { upAxis: 'Y', metersPerUnit: 0.01 },
  '3dsmax': { upAxis: 'Z', metersPerUnit: 0.01 },
};

/** Front direction of a glTF model for each `export_orientation` in the local engine. */
const FRONTS: Readonly<Record<string, Front>> = { '+x': 'Z', '+y': 'X', '-x': '-Z', '-y': '-X' };

/** The same directions with Z up. */
const Z_UP: Readonly<Record<Front, Front>> = { Z: '-Y', '-Z': 'Y', X: 'X', '-X': '-X', Y: 'Z', '-Y': '-Z' };

/** Conversion options that change the shape, or may. */
const RESHAPING = ['face_limit', 'flatten_bottom', 'force_symmetry', 'part_names'] as const;

/** Conversion options that remove skeleton and clips, or may. */
const FREEZING = ['flatten_bottom', 'force_symmetry', 'part_names'] as const;

/**
 * Axes, unit and placement of the model of a step: from the format if it defines them, otherwise as the local engine's
 * conversions write them; null for conversions of another service.
 */
export function findPlacement({ steps, artifacts, serviceKind }: JobRecord, index: number): Placement {
  const step = steps[index] as StepRecord;
  const format = artifacts.find((artifact) => artifact.step === index && artifact.role === 'model')?.format ?? null;
  const isLocal = serviceKind === 'local';
  const isOwn = isLocal && step.operation === 'convert_model';
  const isOwnSplat = isLocal && step.operation === 'image_to_splat';
  const space = format === 'glb' || format === 'gltf' || isOwnSplat ? METRES : isOwn ? ownSpace(format, step) : UNKNOWN;
  const chain = chainOf(steps, index);
  const turned = chain.filter(
    ({ params }) => isSet(params['export_orientation']) && params['export_orientation'] !== '+x',
  );
  const isAligned = chain.some(({ params }) => params['orientation'] === 'align_image');
  const isKnown = turned.length === 0 || (isLocal && turned.length === 1);
  const front = isKnown && !isAligned ? FRONTS[wordOf(turned[0]?.params['export_orientation'], '+x')] : undefined;
  const turn = step.params['export_orientation'];
  return {
    ...space,
    forwardAxis: !front || !space.upAxis ? null : space.upAxis === 'Z' ? Z_UP[front] : front,
    turn: !isOwn ? null : turn === '+y' || turn === '-y' ? 'side' : 'front',
    scale: typeof step.params['scale_factor'] === 'number' ? step.params['scale_factor'] : 1,
    isShapeKept: isOwn && RESHAPING.every((name) => !isSet(step.params[name])),
    isMotionKept: isOwn && FREEZING.every((name) => !isSet(step.params[name])),
  };
}

function ownSpace(format: string | null, { params }: StepRecord): Space {
  switch (format) {
    case 'obj':
    case 'usdz':
      return METRES;
    case 'stl':
    case '3mf':
      return MILLIMETRES;
    case 'fbx':
      return FBX_SPACES[wordOf(params['fbx_preset'], 'blender')] ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** A step and the steps it is based on. */
function chainOf(steps: readonly StepRecord[], index: number): StepRecord[] {
  const step = steps[index];
  if (!step) return [];
  return [step, ...(step.from === null || step.from >= index ? [] : chainOf(steps, step.from))];
}

/** The value of an option, or its default. */
function wordOf(value: unknown, usual: string): string {
  return typeof value === 'string' ? value : usual;
}

/** True if an option is set. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}
