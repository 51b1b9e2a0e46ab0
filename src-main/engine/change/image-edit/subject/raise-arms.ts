import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import { cutOut } from './cut-out.ts';
import { EditError } from '../instruction/edit.ts';
import { findArms, type ImageArm } from './find-arms.ts';
import { compositeOver } from '../../../base/image/composite-over.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Arms within this angle of horizontal stay as they are. */
const LEVEL = (10 * Math.PI) / 180;
/**
 * Criteria for a figure that already is in a T-pose: width over height, position of the widest row, and rows as wide as
 * its arms.
 */
const T_POSE = { width: 0.75, widestAbove: 0.45, wide: 0.65, leastWide: 0.02, mostWide: 0.28 } as const;

/**
 * Rotates the arms of a figure seen from the front about the shoulders until they are horizontal; the result is cut
 * out, on a canvas as wide as needed. Only arms with a gap between them and the body can be detected; legs stay. Throws
 * `EditError` if there are none. About 0.3 s.
 */
export function raiseArms(image: Image, subject: ImageSubject): { image: Image; note: Note } {
  const cut = cutOut(image, subject);
  const arms = subject.isFound ? findArms(subject.mask, subject.box) : [];
  if (arms.length === 0) {
    if (subject.isFound && isInTPose(subject)) {
      return { image: cut, note: engineMessage('edit.t-pose-level') };
    }
    throw new EditError(engineMessage('edit-error.no-arms'));
  }
  const reach = Math.max(...arms.map((arm) => lengthOf(arm, cut.width)));
  const spare = (arm: ImageArm) =>
    arm.side === 'left' ? reach - arm.pivot[0] : arm.pivot[0] + reach - (cut.width - 1);
  const margin = Math.max(0, Math.ceil(Math.max(...arms.map(spare))) + 2);
  const moved = arms.filter((arm) => Math.abs(turnOf(arm)) > LEVEL);
  let result = widen(withoutArms(cut, moved), margin);
  for (const arm of moved) result = compositeOver(result, turnArm(cut, arm, margin));
  const which = moved.length === 2 ? 'both' : (moved[0]?.side ?? '');
  return {
    image: result,
    note: moved.length === 0 ? engineMessage('edit.t-pose-level') : engineMessage('edit.t-pose', { arms: which }),
  };
}

/** Returns the smaller angle by which an arm has to rotate. */
function turnOf({ side, angle }: ImageArm): number {
  const wanted = side === 'left' ? Math.PI : 0;
  const turn = wanted - angle;
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

function lengthOf({ pixels, pivot }: ImageArm, width: number): number {
  let longest = 0;
  for (const i of pixels)
    longest = Math.max(longest, Math.hypot((i % width) - pivot[0], Math.floor(i / width) - pivot[1]));
  return longest;
}

/** Removes the arms from the figure; the shoulders stay round. */
function withoutArms(cut: Image, arms: readonly ImageArm[]): Image {
  const data = cut.data.slice();
  for (const { pixels, pivot, radius } of arms) {
    for (const i of pixels) {
      const distance = Math.hypot((i % cut.width) - pivot[0], Math.floor(i / cut.width) - pivot[1]);
      const kept = Math.min(1, Math.max(0, radius - distance + 0.5));
      data[4 * i + 3] = Math.round(data[4 * i + 3]! * kept);
    }
  }
  return { ...cut, data };
}

/** Draws one arm, rotated about its pivot, on the wider canvas. */
function turnArm(cut: Image, arm: ImageArm, margin: number): Image {
  const { width, height } = cut;
  const layer: Image = { width, height, data: new Uint8Array(cut.data.length) };
  for (const i of arm.pixels) layer.data.set(cut.data.subarray(4 * i, 4 * i + 4), 4 * i);
  const wide = width + 2 * margin;
  const data = new Uint8Array(4 * wide * height);
  const turn = turnOf(arm);
  const [cos, sin] = [Math.cos(-turn), Math.sin(-turn)];
  const [px, py] = arm.pivot;
  const reach = lengthOf(arm, width) + 2;
  for (let y = Math.max(0, Math.floor(py - reach)); y < Math.min(height, py + reach); y++) {
    for (let x = Math.max(0, Math.floor(px + margin - reach)); x < Math.min(wide, px + margin + reach); x++) {
      const [dx, dy] = [x - margin - px, y - py];
      sample(layer, px + cos * dx - sin * dy, py + sin * dx + cos * dy, data, 4 * (y * wide + x));
    }
  }
  return { width: wide, height, data };
}

/** Writes the bilinearly interpolated colour at a point, weighted by alpha. */
function sample({ width, height, data }: Image, x: number, y: number, out: Uint8Array, at: number): void {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  let alpha = 0;
  const sums = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    const [u, v] = [x0 + (k & 1), y0 + (k >> 1)];
    if (u < 0 || v < 0 || u >= width || v >= height) continue;
    const from = 4 * (v * width + u);
    const weight = (1 - Math.abs(x - u)) * (1 - Math.abs(y - v)) * data[from + 3]!;
    alpha += weight;
    for (let c = 0; c < 3; c++) sums[c]! += weight * data[from + c]!;
  }
  if (alpha < 0.5) return;
  for (let c = 0; c < 3; c++) out[at + c] = Math.round(sums[c]! / alpha);
  out[at + 3] = Math.round(alpha);
}

function widen({ width, height, data: from }: Image, margin: number): Image {
  const wide = width + 2 * margin;
  const data = new Uint8Array(4 * wide * height);
  for (let y = 0; y < height; y++) {
    data.set(from.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (y * wide + margin));
  }
  return { width: wide, height, data };
}

/** Returns true if only a few rows, high up, are as wide as spread arms and all others are much narrower. */
function isInTPose({ mask, box }: ImageSubject): boolean {
  if (box.width < T_POSE.width * box.height) return false;
  let [widest, at, wide] = [0, 0, 0];
  for (let y = 0; y < box.height; y++) {
    const row = (box.top + y) * mask.width + box.left;
    const covered = mask.data.subarray(row, row + box.width).reduce((count, value) => count + (value >> 7), 0);
    if (covered > widest) [widest, at] = [covered, y];
    if (covered > T_POSE.wide * box.width) wide++;
  }
  const share = wide / box.height;
  return at < T_POSE.widestAbove * box.height && share >= T_POSE.leastWide && share <= T_POSE.mostWide;
}
