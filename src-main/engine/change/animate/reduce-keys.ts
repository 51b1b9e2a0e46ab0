import type { AnimationChannel, Document } from '@gltf-transform/core';

/** Largest error of a rotation, in radians: 0.1°. */
const MAX_TURN = Math.PI / 1_800;
/** Largest error of a translation, as a share of the skeleton's size, and of any other value. */
const MAX_SHARE = 0.0005;

/**
 * Removes keys of linear channels that the interpolation of the remaining ones reproduces, in place: no removed key is
 * further from it than the limits, so slow motion stays (Ramer-Douglas-Peucker over time).
 */
export function reduceKeys(document: Document): void {
  const maxShift = MAX_SHARE * measureSkeleton(document);
  for (const clip of document.getRoot().listAnimations()) {
    for (const channel of clip.listChannels()) reduceChannel(document, channel, maxShift);
  }
}

/** The largest extent of all joints, in the units of their world. */
function measureSkeleton(document: Document): number {
  const joints = document
    .getRoot()
    .listSkins()
    .flatMap((skin) => skin.listJoints());
  const places = joints.map((joint) => joint.getWorldTranslation());
  if (places.length === 0) return 1;
  const extents = [0, 1, 2].map((k) => {
    const values = places.map((place) => place[k]!);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...extents);
}

function reduceChannel(document: Document, channel: AnimationChannel, maxShift: number): void {
  const sampler = channel.getSampler();
  const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
  const times = input?.getArray();
  if (!sampler || !input || !output || !times || sampler.getInterpolation() !== 'LINEAR') return;
  const width = (output.getCount() * output.getElementSize()) / times.length;
  const values: number[] = [];
  for (let i = 0, row: number[] = []; i < output.getCount(); i++) values.push(...output.getElement(i, row));
  const rowOf = (key: number): number[] => values.slice(key * width, (key + 1) * width);

  const path = channel.getTargetPath();
  const limit = path === 'rotation' ? MAX_TURN : path === 'translation' ? maxShift : MAX_SHARE;
  const kept = keepKeys(times.length, (from, key, to) => {
    const share = (times[key]! - times[from]!) / (times[to]! - times[from]!);
    const [a, b, own] = [rowOf(from), rowOf(to), rowOf(key)];
    const error = path === 'rotation' ? turnBetween(slerp(a, b, share), own) : distance(mix(a, b, share), own);
    return error / limit;
  });
  if (kept.length === times.length) return;
  const create = (type: typeof input, array: Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type.getType()).setBuffer(type.getBuffer()).setArray(array);
  sampler.setInput(
    create(
      input,
      Float32Array.from(kept, (key) => times[key]!),
    ),
  );
  sampler.setOutput(create(output, Float32Array.from(kept.flatMap(rowOf))));
}

/** Keeps the first and the last key, and between two kept ones the worst as long as its error is above 1. */
function keepKeys(count: number, errorOf: (from: number, key: number, to: number) => number): number[] {
  const kept = new Set([0, count - 1]);
  const spans: [from: number, to: number][] = [[0, count - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [worst, most] = [-1, 1];
    for (let key = from + 1; key < to; key++) {
      const error = errorOf(from, key, to);
      if (error > most) [worst, most] = [key, error];
    }
    if (worst < 0) continue;
    kept.add(worst);
    spans.push([from, worst], [worst, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

function mix(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((value, k) => value + (b[k]! - value) * share);
}

/** Interpolates two unit quaternions along the shorter arc (glTF 2.0, appendix C.4). */
function slerp(a: readonly number[], b: readonly number[], share: number): number[] {
  const cosine = a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  if (angle < 1e-4)
    return mix(
      a,
      b.map((value) => sign * value),
      share,
    );
  const [own, other] = [Math.sin((1 - share) * angle), sign * Math.sin(share * angle)];
  return a.map((value, k) => (own * value + other * b[k]!) / Math.sin(angle));
}

/** Angle between two rotations, in radians. */
function turnBetween(a: readonly number[], b: readonly number[]): number {
  const sign = a.reduce((sum, value, k) => sum + value * b[k]!, 0) < 0 ? -1 : 1;
  return (
    4 *
    Math.asin(
      Math.min(
        1,
        distance(
          a,
          b.map((value) => sign * value),
        ) / 2,
      ),
    )
  );
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - b[k]!));
}
