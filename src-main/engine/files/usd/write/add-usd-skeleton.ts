import { uniqueName } from '../../../base/document/unique-name.ts';
import { restingTrack, type RigTrack } from '../../animation/rig-track.ts';
import type { Rig, RigClip, RigNode, RigPose } from '../../animation/rig.ts';
import { toPrimName } from '../../text/safe-names.ts';
import { listSkeletonNodes } from '../../animation/skeleton-nodes.ts';
import { addLines, type TextBuilder } from '../../text/text-builder.ts';
import { listSampleTimes, matrixText, poseMatrix, samplesText, valueText } from './usd-values.ts';

/** All bones of a rig and their ancestors as the joints of one UsdSkel Skeleton. */
export interface WrittenUsdSkeleton {
  /** Parents first. */
  readonly joints: readonly RigNode[];
  /** Index of each joint in the list. */
  readonly indices: ReadonlyMap<RigNode, number>;
  /** Path of each joint, such as `root/hip`. */
  readonly paths: readonly string[];
}

/** Path of the skeleton. */
export const SKELETON_PATH = '/Root/Skeleton';

const ATTRIBUTES = {
  translation: 'float3[] translations',
  rotation: 'quatf[] rotations',
  scale: 'half3[] scales',
} as const;

/**
 * Converts the skeleton of a rig; null if it has no bones. Ancestors of bones become joints, so that they can be
 * animated too.
 */
export function toUsdSkeleton({ nodes }: Rig): WrittenUsdSkeleton | null {
  const joints = listSkeletonNodes(nodes);
  if (joints.length === 0) return null;
  const usedNames = new Set<string>();
  const paths = new Map<RigNode, string>();
  for (const joint of joints) {
    const name = uniqueName(toPrimName(joint.name, 'joint'), usedNames);
    const above = joint.parent && paths.get(joint.parent);
    paths.set(joint, above ? `${above}/${name}` : name);
  }
  return {
    joints,
    indices: new Map(joints.map((joint, i) => [joint, i])),
    paths: [...paths.values()],
  };
}

/**
 * Adds the Skeleton prim with its bind and rest pose, and a SkelAnimation for each clip that animates it. A skeleton
 * has one animation source, the first of `clips`; programs can bind the others instead.
 */
export function addUsdSkeleton(
  text: TextBuilder,
  { joints, paths }: WrittenUsdSkeleton,
  clips: readonly RigClip[],
): void {
  const own = clips.filter((clip) => joints.some((joint) => clip.tracks.has(joint)));
  const usedNames = new Set<string>();
  const names = own.map(({ name }) => uniqueName(toPrimName(name, 'Animation'), usedNames));
  const isPlayed = own.length > 0 && own[0] === clips[0];
  const lines = [
    'def Skeleton "Skeleton" (',
    '    prepend apiSchemas = ["SkelBindingAPI"]',
    ')',
    '{',
    `    uniform matrix4d[] bindTransforms = [${joints.map(({ bind }) => matrixText(bind)).join(', ')}]`,
    `    uniform token[] joints = [${paths.map((path) => `"${path}"`).join(', ')}]`,
    `    uniform matrix4d[] restTransforms = [${joints.map(({ pose }) => matrixText(poseMatrix(pose))).join(', ')}]`,
    ...(isPlayed ? [`    rel skel:animationSource = <${SKELETON_PATH}/${names[0]!}>`] : []),
  ];
  addLines(text, lines, '    ');
  own.forEach((clip, i) => addAnimation(text, names[i]!, clip, { joints, paths }));
  addLines(text, ['}'], '    ');
}

function addAnimation(
  text: TextBuilder,
  name: string,
  clip: RigClip,
  { joints, paths }: Pick<WrittenUsdSkeleton, 'joints' | 'paths'>,
): void {
  const moved = joints.filter((joint) => clip.tracks.has(joint));
  const movedPaths = joints.flatMap((joint, i) => (clip.tracks.has(joint) ? [`"${paths[i]!}"`] : []));
  const lines = [`def SkelAnimation "${name}"`, '{', `    uniform token[] joints = [${movedPaths.join(', ')}]`];
  for (const property of ['translation', 'rotation', 'scale'] as const) {
    const tracks = moved.map((joint) => clip.tracks.get(joint)![property] ?? restingTrack(joint.pose[property]));
    const seconds = joinTimes(property, tracks);
    const valueAt = (time: number) => `[${tracks.map((track) => valueText(property, track.at(time))).join(', ')}]`;
    lines.push(...samplesText(ATTRIBUTES[property], seconds, valueAt).map((line) => `    ${line}`));
  }
  addLines(text, [...lines, '}'], '        ');
}

/** Returns the ascending seconds at which any of the tracks must be sampled. */
function joinTimes(property: keyof RigPose, tracks: readonly RigTrack[]): number[] {
  const moving = tracks.filter(({ times }) => times.length > 1);
  const times = (moving.length > 0 ? moving : tracks.slice(0, 1)).flatMap((track) => listSampleTimes(property, track));
  return [...new Set(times)].sort((a, b) => a - b);
}
