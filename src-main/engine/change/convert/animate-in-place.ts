import type { Animation, AnimationChannel, Document, Node, mat4 } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { invertMatrix } from '../../base/maths/invert-matrix.ts';
import { scale, subtract, type Vector3 } from '../../base/maths/vector.ts';
import { worldBox } from '../../base/document/world-box.ts';

/** A node carries a body if it is, or is above, this share of the nodes the body moves by. */
const CARRIES = 0.8;
/** What of a way is not steady, but no more than this share of the model's height, is sway and stays. */
const SWAY = 0.1;
/** A way shorter than this share of the model's height is none. */
const STILL = 0.001;

/**
 * Takes the way over the ground (world x and z) out of every clip, in place; height stays. Answers what is to be told.
 *
 * Looked at are the nodes that carry a skeleton, its root and its hips: of each clip the uppermost that travels is kept
 * where it begins. If it travels steadily, only the straight way from its first key to its last is taken out, so that
 * hips go on swaying; a leap, a curve or a way there and back is held still altogether. A model without skeleton is
 * carried by the nodes above what its clip moves.
 */
export function animateInPlace(document: Document): Note[] {
  const root = document.getRoot();
  const box = worldBox(document);
  const height = box ? Math.max(box.max[1] - box.min[1], 1e-6) : 1;
  const skeletons = root.listSkins().map((skin) => skin.listJoints());
  let changed = 0;
  for (const clip of root.listAnimations()) {
    const ways = new Map<Node, AnimationChannel>();
    const moved = new Set<Node>();
    for (const channel of clip.listChannels()) {
      const node = channel.getTargetNode();
      if (!node) continue;
      moved.add(node);
      if (channel.getTargetPath() === 'translation') ways.set(node, channel);
    }
    for (const body of skeletons.length > 0 ? skeletons : [[...moved]]) {
      for (const node of listCarriers(body)) {
        const channel = ways.get(node);
        if (!channel || !holdStill(document, clip, channel, node, height)) continue;
        changed++;
        break;
      }
    }
  }
  return changed === 0 ? [engineMessage('convert.in-place-unchanged')] : [];
}

/** The nodes that carry most of a body, uppermost first. */
function listCarriers(body: readonly Node[]): Node[] {
  const found = new Map<Node, { carried: number; depth: number }>();
  for (const part of body) {
    const path: Node[] = [];
    for (let node: Node | null = part; node; node = node.getParentNode()) path.push(node);
    path.forEach((node, i) => {
      const known = found.get(node) ?? { carried: 0, depth: path.length - i };
      known.carried++;
      found.set(node, known);
    });
  }
  return [...found]
    .filter(([, { carried }]) => carried >= CARRIES * body.length)
    .sort(([, a], [, b]) => a.depth - b.depth)
    .map(([node]) => node);
}

/** Answers whether there was a way to take out. */
function holdStill(
  document: Document,
  clip: Animation,
  channel: AnimationChannel,
  node: Node,
  height: number,
): boolean {
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
  const ways = places.map((place) => overGround(subtract(place, places[0]!)));
  const seconds = times.at(-1)!;
  if (!(seconds > 0) || !ways.some((way) => Math.hypot(...way) > STILL * height)) return false;
  const speed = scale(ways.at(-1)!, 1 / seconds);
  const straight = times.map((time) => scale(speed, time));
  const isSteady = ways.every((way, key) => Math.hypot(...subtract(way, straight[key]!)) <= SWAY * height);

  const still = new Float32Array(values.length * 3);
  values.forEach((value, i) => {
    const key = Math.floor(i / rows);
    const isTangent = i % rows !== rows >> 1;
    const taken = isTangent ? (isSteady ? speed : overGround(value)) : (isSteady ? straight : ways)[key]!;
    still.set(turn(back, subtract(value, taken)), i * 3);
  });
  // Sampler and numbers of its own: others may show the same.
  const own = document.createAccessor().setType('VEC3').setArray(still).setBuffer(output.getBuffer());
  const copy = sampler.clone().setOutput(own);
  clip.addSampler(copy);
  channel.setSampler(copy);
  return true;
}

const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A way through a matrix, without its move. */
function turn(m: Readonly<mat4>, [x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return [m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z];
}

function overGround([x, , z]: Vector3): Vector3 {
  return [x, 0, z];
}
