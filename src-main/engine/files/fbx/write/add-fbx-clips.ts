import { toFbxLength, toFbxQuaternion, toFbxScale } from './fbx-axes.ts';
import { leaf, properties } from './fbx-node.ts';
import { toFbxTime, type FbxPreset } from './fbx-presets.ts';
import { angleBetween, fromEuler, toEuler } from '../../../base/maths/euler-angles.ts';
import type { FbxScene } from './fbx-scene.ts';
import { toLinearKeys, vectorSpace, type KeySpace, type LinearKeys } from '../../animation/linear-keys.ts';
import { restingTrack, type RigTrack } from '../../animation/rig-track.ts';
import type { Rig, RigBody, RigClip, RigNode } from '../../animation/rig.ts';

/** The ids of animated objects. */
export interface FbxMovable {
  readonly models: ReadonlyMap<RigNode, bigint>;
  /** For each body the channels of its shapes. */
  readonly channels: ReadonlyMap<RigBody, readonly bigint[]>;
}

type Property = keyof RigNode['pose'];

/** Names of a model's properties and their curves. */
const PROPERTIES = {
  translation: { name: 'Lcl Translation', curves: 'T' },
  rotation: { name: 'Lcl Rotation', curves: 'R' },
  scale: { name: 'Lcl Scaling', curves: 'S' },
} as const satisfies Record<Property, unknown>;

/** Flag for linear interpolation, which all readers interpret alike. */
const LINEAR = 4;
/** Maximum error, in degrees, of an interpolated rotation. */
const ANGLE = 0.1;
/**
 * Maximum rotation, in degrees, from key to key: Blender converts the angles to quaternions and interpolates linearly.
 */
const TURN = 20;

/**
 * Adds a stack with one layer for each clip. Every clip keys all properties that any clip animates, so that none
 * depends on the one played before; unanimated ones keep their rest value.
 */
export function addFbxClips(scene: FbxScene, { clips }: Rig, movable: FbxMovable, preset: FbxPreset): void {
  for (const clip of clips) {
    const span = [
      ['LocalStart', 'time', 0n],
      ['LocalStop', 'time', toFbxTime(clip.seconds)],
      ['ReferenceStart', 'time', 0n],
      ['ReferenceStop', 'time', toFbxTime(clip.seconds)],
    ] as const;
    const stack = scene.add('AnimStack', clip.name, '', [properties(...span)]);
    // Same name as the clip: Blender names an action after both, or after one if they are the same.
    const layer = scene.add('AnimLayer', clip.name, '', []);
    scene.connect(layer, stack);
    for (const [node, moved] of listMoved(clips)) {
      const model = movable.models.get(node)!;
      for (const property of moved) {
        const track = clip.tracks.get(node)?.[property] ?? restingTrack(node.pose[property]);
        const { name, curves } = PROPERTIES[property];
        const keys = toLinearKeys(track, spaceOf(property, track, preset));
        addCurves(scene, layer, { object: model, property: name, name: curves, axes: ['X', 'Y', 'Z'] }, keys);
      }
    }
    addShapeCurves(scene, layer, clip, clips, movable);
  }
}

/** Returns for each node the properties that any clip animates. */
function listMoved(clips: readonly RigClip[]): Map<RigNode, Set<Property>> {
  const moved = new Map<RigNode, Set<Property>>();
  for (const [node, tracks] of clips.flatMap((clip) => [...clip.tracks])) {
    const own = moved.get(node) ?? new Set();
    for (const property of ['translation', 'rotation', 'scale'] as const) if (tracks[property]) own.add(property);
    moved.set(node, own);
  }
  return moved;
}

function spaceOf(property: Property, track: RigTrack, preset: FbxPreset): KeySpace {
  if (property === 'translation') return vectorSpace(track, (value) => toFbxLength(value, preset));
  if (property === 'scale') return vectorSpace(track, (value) => toFbxScale(value, preset));
  return {
    toKey: (value, before) => toEuler(toFbxQuaternion(value, preset), before),
    error: (keyed, value) => angleBetween(fromEuler(keyed), toFbxQuaternion(value, preset)) / ANGLE,
    step: (from, to) => angleBetween(fromEuler(from), fromEuler(to)) / TURN,
  };
}

function addShapeCurves(
  scene: FbxScene,
  layer: bigint,
  clip: RigClip,
  clips: readonly RigClip[],
  { channels }: FbxMovable,
): void {
  const moved = new Set(clips.flatMap(({ shapeTracks }) => [...shapeTracks.keys()]));
  for (const body of moved) {
    const track = clip.shapeTracks.get(body) ?? restingTrack(body.shapes.map(({ weight }) => weight));
    const { times, values } = toLinearKeys(
      track,
      vectorSpace(track, (weights) => weights.map((weight) => weight * 100)),
    );
    (channels.get(body) ?? []).forEach((channel, shape) => {
      const keys = { times, values: values.map((value) => [value[shape]!]) };
      const about = { object: channel, property: 'DeformPercent', name: 'DeformPercent', axes: ['DeformPercent'] };
      addCurves(scene, layer, about, keys);
    });
  }
}

/** Target of curves: a property of an object, one curve for each of its components. */
interface CurveTarget {
  readonly object: bigint;
  readonly property: string;
  readonly name: string;
  readonly axes: readonly string[];
}

function addCurves(scene: FbxScene, layer: bigint, target: CurveTarget, { times, values }: LinearKeys): void {
  const { object, property, name, axes } = target;
  const first = values[0]!;
  const list = axes.map((axis, i) => [`d|${axis}`, 'number', first[i]!] as const);
  const group = scene.add('AnimCurveNode', name, '', [properties(...list)]);
  scene.connect(group, layer);
  scene.connect(group, object, property);

  const keyTimes = BigInt64Array.from(times, toFbxTime);
  axes.forEach((axis, i) => {
    const own = values.map((value) => value[i]!);
    const isStill = own.every((value) => value === own[0]);
    const curve = scene.add('AnimCurve', '', '', [
      leaf('Default', { double: own[0]! }),
      leaf('KeyVer', 4008),
      leaf('KeyTime', isStill ? keyTimes.slice(0, 1) : keyTimes),
      leaf('KeyValueFloat', Float32Array.from(isStill ? own.slice(0, 1) : own)),
      // All keys are of one kind.
      leaf('KeyAttrFlags', Int32Array.of(LINEAR)),
      leaf('KeyAttrDataFloat', Float32Array.of(0, 0, 0, 0)),
      leaf('KeyAttrRefCount', Int32Array.of(isStill ? 1 : own.length)),
    ]);
    scene.connect(curve, group, `d|${axis}`);
  });
}
