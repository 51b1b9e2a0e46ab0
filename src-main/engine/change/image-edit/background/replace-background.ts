import sharp from 'sharp';
import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { cutOut } from '../subject/cut-out.ts';
import { drawStudioBackground } from './draw-studio-background.ts';
import { EditError, type Background, type Edit } from '../instruction/edit.ts';
import { compositeOver } from '../../../base/image/composite-over.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Width of an outline as a share of the image's edge. */
const OUTLINE = 1 / 90;
/**
 * Ground shadow: darkness, ratio of half height to half width, half width relative to the foot, and its minimum
 * relative to the body.
 */
const SHADOW = { darkness: 0.5, flatness: 0.17, widen: 1.12, minHalfWidth: 0.34 } as const;
/** Radius of a halo as a share of the long edge. */
const HALO = 1 / 22;
/** Rows at the bottom of the subject that count as its foot, as a share of its height. */
const FOOT = 0.06;

/** A new background and effects behind a subject. */
export interface BackgroundChange {
  readonly background: Background | null;
  readonly hasShadow: boolean;
  readonly outline: Rgb | null;
  /** Strength of the subject's halo, 0 to 1. */
  readonly glow: number;
}

/** No change behind the subject. */
export const NO_BACKGROUND_CHANGE: BackgroundChange = { background: null, hasShadow: false, outline: null, glow: 0 };

/** Combines the edits of the background; later edits win. Null: the background stays. */
export function findBackgroundChange(edits: readonly Edit[]): BackgroundChange | null {
  const background = edits.findLast((edit) => edit.kind === 'background')?.background ?? null;
  const outline = edits.findLast((edit) => edit.kind === 'outline')?.color ?? null;
  const hasShadow = edits.some(({ kind }) => kind === 'shadow');
  const glow = Math.max(0, ...edits.map((edit) => (edit.kind === 'restyle' ? edit.style.glow : 0)));
  return background || outline || hasShadow || glow > 0 ? { background, outline, hasShadow, glow } : null;
}

/**
 * Replaces the background of a found subject as `layBehind` does, and notes that a scene was used. If no subject was
 * found, the image stays and a note says so. Throws `EditError` if nothing else was requested.
 */
export async function replaceBackground(
  { image, subject }: { readonly image: Image; readonly subject: ImageSubject },
  behind: BackgroundChange,
  scene: Image | null,
  isAllAsked: boolean,
): Promise<{ image: Image; notes: Note[] }> {
  if (subject.isFound) {
    const notes: Note[] = scene ? ([engineMessage('edit.second-image-background')] as const) : [];
    return { image: await layBehind(image, subject, behind, scene), notes };
  }
  if (!isAllAsked) return { image, notes: [engineMessage('edit.background-kept')] };
  throw new EditError(engineMessage('edit-error.no-subject'));
}

/** Returns true if an edit changes only what is behind the subject. */
export function isBackgroundEdit({ kind }: Edit): boolean {
  return kind === 'background' || kind === 'shadow' || kind === 'outline';
}

/**
 * Cuts the subject out and composites it over a new background, with outline and shadow if requested; `scene` is an
 * image that replaces the background. The subject must have been found. A megapixel takes about 0.3 s.
 */
async function layBehind(
  image: Image,
  subject: ImageSubject,
  behind: BackgroundChange,
  scene: Image | null,
): Promise<Image> {
  const { width, height } = image;
  let base = scene ? await cover(scene, width, height) : drawBackground(image, behind.background);
  if (behind.hasShadow) base = compositeOver(base, drawShadow(subject));
  if (behind.outline) base = compositeOver(base, drawOutline(subject, behind.outline));
  const cut = cutOut(image, subject);
  if (behind.glow > 0) base = compositeOver(base, drawHalo(cut, behind.glow));
  return compositeOver(base, cut);
}

function drawBackground(image: Image, background: Background | null): Image {
  const { width, height } = image;
  switch (background?.kind) {
    case undefined:
      return image;
    case 'clear':
      return { width, height, data: new Uint8Array(4 * width * height) };
    case 'studio':
      return drawStudioBackground(width, height, background.color);
    case 'color':
      return fill(width, height, () => [...background.color, 255]);
  }
}

function fill(width: number, height: number, colorAt: (i: number) => readonly number[]): Image {
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) data.set(colorAt(i), 4 * i);
  return { width, height, data };
}

/** Scales a scene to cover the frame and crops the rest. */
async function cover(scene: Image, width: number, height: number): Promise<Image> {
  const data = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 4 } })
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8Array(data) };
}

/** Draws a soft dark ellipse on the ground below the subject. */
function drawShadow({ mask, box }: ImageSubject): Image {
  const { width, height } = mask;
  const rows = Math.max(1, Math.round(FOOT * box.height));
  let [left, right] = [box.left + box.width, box.left];
  for (let y = box.top + box.height - rows; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      if (mask.data[y * width + x]! < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  // A narrow foot still carries a body that casts a shadow.
  const half = Math.max(2, SHADOW.minHalfWidth * box.width, ((right - left + 1) / 2) * SHADOW.widen);
  const [cx, cy] = [(left + right + 1) / 2, box.top + box.height - 0.1 * SHADOW.flatness * half];
  return fill(width, height, (i) => {
    const dx = ((i % width) + 0.5 - cx) / half;
    const dy = (Math.floor(i / width) + 0.5 - cy) / (SHADOW.flatness * half);
    const inside = Math.max(0, 1 - (dx * dx + dy * dy) / 1.7);
    return [12, 12, 16, Math.round(255 * SHADOW.darkness * inside * inside)];
  });
}

/** Draws a band of one colour around the subject, like a sticker. */
function drawOutline({ mask }: ImageSubject, color: Rgb): Image {
  const { width, height } = mask;
  const radius = Math.max(1, Math.round(OUTLINE * Math.max(width, height)));
  const wide = boxBlur(Float32Array.from(mask.data), width, height, radius);
  return fill(width, height, (i) => [...color, Math.round(Math.min(255, Math.max(0, (wide[i]! - 10) * 14)))]);
}

/** Draws the subject's own colours blurred around it. */
function drawHalo(cut: Image, glow: number): Image {
  const { width, height } = cut;
  const radius = Math.max(2, Math.round(HALO * Math.max(width, height)));
  const alpha = Float32Array.from({ length: width * height }, (_, i) => cut.data[4 * i + 3]!);
  const reach = boxBlur(alpha, width, height, radius);
  const channels = [0, 1, 2].map((c) =>
    boxBlur(
      alpha.map((value, i) => (value * cut.data[4 * i + c]!) / 255),
      width,
      height,
      radius,
    ),
  );
  return fill(width, height, (i) => {
    const share = Math.max(1, reach[i]!) / 255;
    return [
      ...channels.map((values) => Math.min(255, values[i]! / share)),
      Math.round(Math.min(255, 1.5 * glow * reach[i]!)),
    ];
  });
}
