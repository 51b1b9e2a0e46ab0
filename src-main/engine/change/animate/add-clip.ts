import type { Document } from '@gltf-transform/core';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';
import { transformPosition } from '../../base/maths/transform-vertices.ts';
import { multiplyQuaternions, invertQuaternion, type Quaternion } from '../../base/maths/quaternion.ts';
import type { RestSkeleton } from './pose/rest-skeleton.ts';
import type { SolvedPose } from './pose/solved-pose.ts';

/** Frames per second at which clips are sampled. */
const FRAME_RATE = 30;

/** A clip applied to one skeleton. */
export interface Motion<Name extends string> {
  /** Name of the clip in the file. */
  readonly name: string;
  readonly seconds: number;
  /** Returns the pose at a fraction of the clip, 0 to 1. */
  readonly pose: (share: number) => SolvedPose<Name>;
}

/**
 * Adds a clip to a document, sampled at `FRAME_RATE` for one skeleton: a rotation track for every bone and a
 * translation track for the hips.
 */
export function addClip<Name extends string>(
  document: Document,
  skeleton: RestSkeleton<Name>,
  { name, seconds, pose }: Motion<Name>,
): void {
  const frames = Math.round(seconds * FRAME_RATE);
  const times = new Float32Array(frames + 1);
  const places = new Float32Array((frames + 1) * 3);
  const rotations = new Map<Name, Float32Array<ArrayBuffer>>(
    skeleton.bones.map(({ bone }) => [bone, new Float32Array((frames + 1) * 4)]),
  );
  const toParent = invertMatrix(skeleton.above.matrix);
  for (let frame = 0; frame <= frames; frame++) {
    const share = frame / frames;
    times[frame] = share * seconds;
    const { hips, turns } = pose(share);
    places.set(hips, frame * 3);
    if (toParent) transformPosition(places, frame * 3, toParent);
    for (const [bone, keys] of rotations) writeKey(keys, frame, toLocal(skeleton, turns, bone));
  }

  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const animation = document.createAnimation(name);
  const input = accessor('SCALAR', times);
  const addChannel = (bone: Name, path: 'rotation' | 'translation', output: ReturnType<typeof accessor>): void => {
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
    const channel = document
      .createAnimationChannel()
      .setSampler(sampler)
      .setTargetNode(skeleton.joints.get(bone)!.node)
      .setTargetPath(path);
    animation.addSampler(sampler).addChannel(channel);
  };
  addChannel(skeleton.bones[0]!.bone, 'translation', accessor('VEC3', places));
  for (const [bone, keys] of rotations) addChannel(bone, 'rotation', accessor('VEC4', keys));
}

/** Returns a bone's current rotation relative to its parent's. */
function toLocal<Name extends string>(
  { bones, joints, above }: RestSkeleton<Name>,
  turns: ReadonlyMap<Name, Quaternion>,
  bone: Name,
): Quaternion {
  const turned = (name: Name): Quaternion => multiplyQuaternions(turns.get(name)!, joints.get(name)!.turn);
  const { parent } = bones.find((kind) => kind.bone === bone)!;
  return multiplyQuaternions(invertQuaternion(parent ? turned(parent) : above.turn), turned(bone));
}

/** Writes the sign of the quaternion that is closer to the previous key, so that players take the shortest arc. */
function writeKey(keys: Float32Array, frame: number, turn: Quaternion): void {
  const at = frame * 4;
  const length = Math.hypot(...turn);
  const product = frame > 0 ? turn.reduce((sum, value, k) => sum + value * keys[at - 4 + k]!, 0) : 1;
  for (let k = 0; k < 4; k++) keys[at + k] = (turn[k]! / length) * (product < 0 ? -1 : 1);
}
