import type { Animation, AnimationChannel, Document, Node, mat4 } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';
import { scale, subtract, type Vector3 } from '../../base/maths/vector.ts';
import { worldBox } from '../../base/document/world-box.ts';

/** A node carries the body if it is, or is an ancestor of, at least this share of the nodes that animate it. */
const CARRIES = 0.8;
/** Deviation from steady motion, as a share of the model's height, up to which it counts as sway and is kept. */
const SWAY = 0.1;
/** Root motion shorter than this share of the model's height is ignored. */
const STILL = 0.001;

/**
 * Removes horizontal root motion (world x and z) from every clip, in place; vertical motion stays. Returns notes about
 * the changes.
 *
 * Candidates are the nodes that carry a skeleton, its root and its hips: in each clip, the topmost one with root motion
 * is pinned to its first position. If it moves steadily, only the straight line from its first to its last key is
 * subtracted, so that the hips keep swaying; a leap, a curve or a movement there and back is removed completely. In a
 * model without a skeleton, the carriers are the ancestors of the animated nodes.
 */
export function animateInPlace(document: Document): Note[] {
  const root = document.getRoot();
  const box = worldBox(document);
  const height = box ? Math.max(box.max[1] - box.min[1], 1e-6) : 1;
  const skeletons = root.listSkins().map((skin) => skin.listJoints());
  let changed = 0;
  for (const clip of root.listAnimations()) {
    const translations = new Map<Node, AnimationChannel>();
    const moved = new Set<Node>();
    for (const channel of clip.listChannels()) {
      const node = channel.getTargetNode();
      if (!node) continue;
      moved.add(node);
      if (channel.getTargetPath() === 'translation') translations.set(node, channel);
    }
    const pinned = new Set<Node>();
    for (const body of skeletons.length > 0 ? skeletons : [[...moved]]) {
      for (const node of listCarriers(body)) {
        // Several skins can have one skeleton: below its root, the rest of the motion is to stay.
        if (pinned.has(node)) break;
        const channel = translations.get(node);
        if (!channel || !pinNode(document, clip, channel, node, height)) continue;
        pinned.add(node);
        changed++;
        break;
      }
    }
  }
  return changed === 0 ? [engineMessage('convert.in-place-unchanged')] : [];
}

/** Returns the nodes that carry most of a body, topmost first. */
function listCarriers(body: readonly Node[]): Node[] {
  const carriers = new Map<Node, { carried: number; depth: number }>();
  for (const part of body) {
    const path: Node[] = [];
    for (let node: Node | null = part; node; node = node.getParentNode()) path.push(node);
    path.forEach((node, i) => {
      const known = carriers.get(node) ?? { carried: 0, depth: path.length - i };
      known.carried++;
      carriers.set(node, known);
    });
  }
  return [...carriers]
    .filter(([, { carried }]) => carried >= CARRIES * body.length)
    .sort(([, a], [, b]) => a.depth - b.depth)
    .map(([node]) => node);
}

/** Pins a node in place. Returns true if there was root motion to remove. */
function pinNode(document: Document, clip: Animation, channel: AnimationChannel, node: Node, height: number): boolean {
  const sampler = channel.getSampler();
  const input = sampler?.getInput();
  const output = sampler?.getOutput();
  const parent = node.getParentNode()?.getWorldMatrix() ?? IDENTITY;
  const back = invertMatrix(parent);
  if (!sampler || !input || !output || !back) return false;
  const keys = input.getCount();
  // A spline has a tangent before and after each value (glTF 2.0, appendix C.5).
  const rows = sampler.getInterpolation() === 'CUBICSPLINE' ? 3 : 1;
  if (keys < 2 || output.getElementSize() !== 3 || output.getCount() !== keys * rows) return false;

  const values = Array.from({ length: keys * rows }, (_, i) => turn(parent, output.getElement(i, [])));
  const times = Array.from({ length: keys }, (_, key) => input.getScalar(key) - input.getScalar(0));
  const places = times.map((_, key) => values[key * rows + (rows >> 1)]!);
  const offsets = places.map((place) => overGround(subtract(place, places[0]!)));
  const seconds = times.at(-1)!;
  if (!(seconds > 0) || !offsets.some((offset) => Math.hypot(...offset) > STILL * height)) return false;
  const speed = scale(offsets.at(-1)!, 1 / seconds);
  const straight = times.map((time) => scale(speed, time));
  const isSteady = offsets.every((offset, key) => Math.hypot(...subtract(offset, straight[key]!)) <= SWAY * height);

  const pinned = new Float32Array(values.length * 3);
  values.forEach((value, i) => {
    const key = Math.floor(i / rows);
    const isTangent = i % rows !== rows >> 1;
    const removed = isTangent ? (isSteady ? speed : overGround(value)) : (isSteady ? straight : offsets)[key]!;
    pinned.set(turn(back, subtract(value, removed)), i * 3);
  });
  // A new sampler and accessor, because other channels may share the old ones.
  const own = document.createAccessor().setType('VEC3').setArray(pinned).setBuffer(output.getBuffer());
  const copy = sampler.clone().setOutput(own);
  clip.addSampler(copy);
  channel.setSampler(copy);
  return true;
}

const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Transforms a direction by a matrix, without translation. */
function turn(m: Readonly<mat4>, [x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return [m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z];
}

function overGround([x, , z]: Vector3): Vector3 {
  return [x, 0, z];
}
