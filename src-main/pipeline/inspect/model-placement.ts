import type { ManifestFile } from '../../../src-shared/delivery/manifest.ts';
import type { JobRecord, StepRecord } from '../job-record.ts';

/** Axes and unit of a model's file, and what became of the shape of the GLB it was converted from. */
export interface Placement extends Pick<ManifestFile, 'upAxis' | 'forwardAxis' | 'metersPerUnit'> {
  /** Whether the conversion swapped the sides with front and back; null: nobody knows. */
  readonly turn: 'front' | 'side' | null;
  readonly scale: number;
  /** Whether every triangle is still there, where it was but for turn, size and place. */
  readonly isShapeKept: boolean;
  /** Whether skeleton and clips are still there, where the format holds them. */
  readonly isMotionKept: boolean;
}

type Front = NonNullable<ManifestFile['forwardAxis']>;
type Space = Pick<ManifestFile, 'upAxis' | 'metersPerUnit'>;

const METRES: Space = { upAxis: 'Y', metersPerUnit: 1 };
const MILLIMETRES: Space = { upAxis: 'Z', metersPerUnit: 0.001 };
const UNKNOWN: Space = { upAxis: null, metersPerUnit: null };

/** FBX flavours as this computer writes them. */
const FBX_SPACES: Readonly<Record<string, Space>> = {
  blender: METRES,
  mixamo: { upAxis: 'Y', metersPerUnit: 0.01 },
  '3dsmax': { upAxis: 'Z', metersPerUnit: 0.01 },
};

/** Where the front of a glTF model goes with each `export_orientation` on this computer. */
const FRONTS: Readonly<Record<string, Front>> = { '+x': 'Z', '+y': 'X', '-x': '-Z', '-y': '-X' };

/** The same directions where Z is up. */
const Z_UP: Readonly<Record<Front, Front>> = { Z: '-Y', '-Z': 'Y', X: 'X', '-X': '-X', Y: 'Z', '-Y': '-Z' };

/** Options of a conversion that take away from the shape, or may. */
const RESHAPING = ['face_limit', 'flatten_bottom', 'force_symmetry', 'part_names'] as const;

/** Options of a conversion that take skeleton and clips away, or may. */
const FREEZING = ['flatten_bottom', 'force_symmetry', 'part_names'] as const;

/**
 * Axes, unit and placement of the model a step made: by its format where that says it, else as this computer's own
 * conversions write it; null for what another service may have done otherwise.
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

/** A step and those it goes back to. */
function chainOf(steps: readonly StepRecord[], index: number): StepRecord[] {
  const step = steps[index];
  if (!step) return [];
  return [step, ...(step.from === null || step.from >= index ? [] : chainOf(steps, step.from))];
}

/** An option's word, or what leaving it out means. */
function wordOf(value: unknown, usual: string): string {
  return typeof value === 'string' ? value : usual;
}

/** Whether an option asks for anything. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}
