import type { Animation, Document, Node } from '@gltf-transform/core';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { findInherited, textsOf, type UsdSkeleton } from './usd-skeletons.ts';
import { isNumbers, type UsdNumbers } from './usd-layer.ts';
import type { StagePrim, UsdStage } from './usd-stage.ts';

const MAX_KEYS = 5_000_000;
/** Minimum distance of keys, which must differ as 32-bit floats in glTF. */
const SHORTEST_SECONDS = 1e-5;
/** Smaller differences from the rest pose count as no motion. */
const STILL = 1e-6;

const PROPERTIES = [
  { name: 'translations', path: 'translation', size: 3 },
  { name: 'rotations', path: 'rotation', size: 4 },
  { name: 'scales', path: 'scale', size: 3 },
] as const;

type Property = (typeof PROPERTIES)[number];

/** Target of the keys, and the number of keys still allowed. */
interface ClipWriter {
  readonly document: Document;
  readonly stage: UsdStage;
  keysLeft: number;
}

/**
 * Adds the clips of skeletons: the bound animations play together as the first clip; further SkelAnimations below a
 * skeleton become separate clips. Throws `ModelError` `too_large` for more than five million keys.
 */
export function addUsdClips(document: Document, stage: UsdStage, skeletons: readonly UsdSkeleton[]): void {
  const writer: ClipWriter = { document, stage, keysLeft: MAX_KEYS };
  const played = skeletons.map((skeleton) => {
    const path = findInherited(stage, skeleton.prim.path, 'skel:animationSource');
    return path === null ? null : stage.find(path);
  });
  const first = played.find((source) => source?.type === 'SkelAnimation');
  if (first) {
    const animation = document.createAnimation(first.name);
    skeletons.forEach((skeleton, i) => {
      if (played[i]?.type === 'SkelAnimation') addClip(writer, animation, skeleton, played[i]);
    });
    if (animation.listChannels().length === 0) animation.dispose();
  }
  for (const skeleton of skeletons) {
    for (const source of skeleton.prim.children) {
      if (source.type !== 'SkelAnimation' || played.includes(source)) continue;
      const animation = document.createAnimation(source.name);
      addClip(writer, animation, skeleton, source);
      if (animation.listChannels().length === 0) animation.dispose();
    }
  }
}

function addClip(writer: ClipWriter, animation: Animation, { joints }: UsdSkeleton, source: StagePrim): void {
  const names = textsOf(source, 'joints');
  const tracks = PROPERTIES.map((property) => ({ property, keys: readKeys(writer, source, property, names.length) }));
  let start = Infinity;
  for (const { keys } of tracks) start = Math.min(start, keys[0]?.[0] ?? Infinity);
  for (const { property, keys } of tracks) {
    names.forEach((name, place) => {
      const joint = joints.get(name);
      if (joint) addChannel(writer, animation, joint, property, keys, place, start);
    });
  }
}

/** Seconds and the values of all joints, ascending. */
type Keys = readonly (readonly [seconds: number, values: UsdNumbers])[];

function readKeys(writer: ClipWriter, source: StagePrim, { name, size }: Property, joints: number): Keys {
  const samples = source.attributes.get(name)?.samples() ?? [];
  writer.keysLeft -= samples.length * joints;
  if (writer.keysLeft < 0) {
    throw new ModelError('too_large', engineMessage('model-limit.keyframes'));
  }
  const keys: [number, UsdNumbers][] = [];
  for (const [time, value] of samples) {
    const isWhole = isNumbers(value) && value.length === joints * size && value.every(Number.isFinite);
    if (isWhole && Number.isFinite(time)) keys.push([time / writer.stage.rate, value]);
  }
  return keys.sort(([a], [b]) => a - b);
}

function addChannel(
  { document, stage }: ClipWriter,
  animation: Animation,
  joint: Node,
  { path, size }: Property,
  keys: Keys,
  place: number,
  start: number,
): void {
  const rest = { translation: joint.getTranslation(), rotation: joint.getRotation(), scale: joint.getScale() }[path];
  const times: number[] = [];
  const values: number[] = [];
  for (const [seconds, all] of keys) {
    const time = Math.fround(seconds - start);
    if (times.length > 0 && time - times.at(-1)! < SHORTEST_SECONDS) continue;
    times.push(time);
    const value = toGltf(stage, path, all.subarray(place * size, place * size + size));
    // Of the two quaternions of a rotation use the one nearer to the previous, for the shortest arc.
    const isFar = path === 'rotation' && value.reduce((sum, v, k) => sum + v * (values.at(k - 4) ?? 0), 0) < 0;
    for (const number of value) values.push(isFar ? -number : number);
  }
  if (times.length === 0 || values.every((value, i) => Math.abs(value - rest[i % size]!) <= STILL)) return;
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', numbers: readonly number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(numbers)).setBuffer(buffer);
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', times))
    .setOutput(accessor(size === 4 ? 'VEC4' : 'VEC3', values))
    .setInterpolation('LINEAR');
  animation
    .addSampler(sampler)
    .addChannel(document.createAnimationChannel().setTargetNode(joint).setTargetPath(path).setSampler(sampler));
}

/**
 * Converts a joint's value to metres and +Y up; quaternions are reordered from real part first to last, and normalized.
 */
function toGltf({ isZUp, metres }: UsdStage, path: Property['path'], value: ArrayLike<number>): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(value);
  if (path === 'scale') return isZUp ? [a, c, b] : [a, b, c];
  if (path === 'translation') return (isZUp ? [a, c, -b] : [a, b, c]).map((number) => number * metres);
  const length = Math.hypot(a, b, c, d);
  if (!(length > 0)) return [0, 0, 0, 1];
  return (isZUp ? [b, d, -c, a] : [b, c, d, a]).map((number) => number / length);
}
