import type { Document } from '@gltf-transform/core';
import { invertMatrix } from '../../formats/motion/invert-matrix.ts';
import { transformPosition } from '../../transform-vertices.ts';
import { BONES, type BoneName } from '../bones.ts';
import { chain, invert, type Turn } from '../turn.ts';
import { STAYS } from './clip.ts';
import type { NamedClip } from './presets.ts';
import type { RestSkeleton } from './rest-skeleton.ts';
import { solvePose } from './solve-pose.ts';

/** Poses a second. */
export const FRAME_RATE = 30;

/**
 * Adds a clip to a document, sampled at `FRAME_RATE` for one skeleton: a rotation for every bone, and the place of the
 * hips. Without `isInPlace` the hips carry the way of the whole body.
 */
export function addClip(
  document: Document,
  skeleton: RestSkeleton,
  { name, clip }: NamedClip,
  isInPlace: boolean,
): void {
  const frames = Math.round(clip.seconds * FRAME_RATE);
  const times = new Float32Array(frames + 1);
  const places = new Float32Array((frames + 1) * 3);
  const rotations = new Map<BoneName, Float32Array<ArrayBuffer>>(
    BONES.map(({ bone }) => [bone, new Float32Array((frames + 1) * 4)]),
  );
  const travel = isInPlace ? STAYS : clip.travel;
  const toParent = invertMatrix(skeleton.above.matrix);
  for (let frame = 0; frame <= frames; frame++) {
    const share = frame / frames;
    times[frame] = (frame / frames) * clip.seconds;
    const { hips, turns } = solvePose(skeleton, clip.pose(share), travel(share));
    places.set(hips, frame * 3);
    if (toParent) transformPosition(places, frame * 3, toParent);
    for (const [bone, keys] of rotations) writeKey(keys, frame, toLocal(skeleton, turns, bone));
  }

  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const animation = document.createAnimation(name);
  const input = accessor('SCALAR', times);
  const addChannel = (bone: BoneName, path: 'rotation' | 'translation', output: ReturnType<typeof accessor>): void => {
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
    const channel = document
      .createAnimationChannel()
      .setSampler(sampler)
      .setTargetNode(skeleton.joints.get(bone)!.node)
      .setTargetPath(path);
    animation.addSampler(sampler).addChannel(channel);
  };
  addChannel('hips', 'translation', accessor('VEC3', places));
  for (const [bone, keys] of rotations) addChannel(bone, 'rotation', accessor('VEC4', keys));
}

/** A bone's rotation against its parent's, both as they are turned now. */
function toLocal({ joints, above }: RestSkeleton, turns: ReadonlyMap<BoneName, Turn>, bone: BoneName): Turn {
  const turned = (name: BoneName): Turn => chain(turns.get(name)!, joints.get(name)!.turn);
  const { parent } = BONES.find((kind) => kind.bone === bone)!;
  return chain(invert(parent ? turned(parent) : above.turn), turned(bone));
}

/** Of the two quaternions of a rotation the one next to the key before, so that players take the short way. */
function writeKey(keys: Float32Array, frame: number, turn: Turn): void {
  const at = frame * 4;
  const length = Math.hypot(...turn);
  const product = frame > 0 ? turn.reduce((sum, value, k) => sum + value * keys[at - 4 + k]!, 0) : 1;
  for (let k = 0; k < 4; k++) keys[at + k] = (turn[k]! / length) * (product < 0 ? -1 : 1);
}
