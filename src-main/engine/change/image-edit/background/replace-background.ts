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

/** Edge of an outline as a share of the picture's. */
const OUTLINE = 1 / 90;
/** A shadow on the ground: darkness, half height over half width, half width over the foot's and the least over the body's. */
const SHADOW = { darkness: 0.5, flatness: 0.17, widen: 1.12, least: 0.34 } as const;
/** Reach of a halo as a share of the long edge. */
const HALO = 1 / 22;
/** Rows at the foot of the subject, as a share of its height, that say where it stands. */
const FOOT = 0.06;

/** What comes behind a subject. */
export interface BackgroundChange {
  readonly background: Background | null;
  readonly hasShadow: boolean;
  readonly outline: Rgb | null;
  /** Strength of the light it sends around itself, 0 to 1. */
  readonly glow: number;
}

/** Nothing new behind a subject. */
export const NO_BACKGROUND_CHANGE: BackgroundChange = { background: null, hasShadow: false, outline: null, glow: 0 };

/** What the edits say about what is behind the subject, the last word counting; null: it stays. */
export function findBackgroundChange(edits: readonly Edit[]): BackgroundChange | null {
  const background = edits.findLast((edit) => edit.kind === 'background')?.background ?? null;
  const outline = edits.findLast((edit) => edit.kind === 'outline')?.color ?? null;
  const hasShadow = edits.some(({ kind }) => kind === 'shadow');
  const glow = Math.max(0, ...edits.map((edit) => (edit.kind === 'dress' ? edit.dress.glow : 0)));
  return background || outline || hasShadow || glow > 0 ? { background, outline, hasShadow, glow } : null;
}

/**
 * What `layBehind` makes where a subject was found; that a scene came behind it is noted. Where none was, the picture stays and a note says so; when nothing
 * else was asked for, `EditError`.
 */
export async function replaceBackground(
  { picture, subject }: { readonly picture: Image; readonly subject: ImageSubject },
  behind: BackgroundChange,
  scene: Image | null,
  isAllAsked: boolean,
): Promise<{ picture: Image; notes: Note[] }> {
  if (subject.isFound) {
    const notes: Note[] = scene ? ([engineMessage('edit.second-image-background')] as const) : [];
    return { picture: await layBehind(picture, subject, behind, scene), notes };
  }
  if (!isAllAsked) return { picture, notes: [engineMessage('edit.background-kept')] };
  throw new EditError(engineMessage('edit-error.no-subject'));
}

/** Whether an edit changes nothing but what is behind the subject. */
export function isBackgroundEdit({ kind }: Edit): boolean {
  return kind === 'background' || kind === 'shadow' || kind === 'outline';
}

/**
 * The subject cut out and laid over a new background, with outline and shadow where wanted; `scene` is a picture that
 * takes the background's place. The subject must be one that was found. A megapixel takes about 0.3 s.
 */
async function layBehind(
  picture: Image,
  subject: ImageSubject,
  behind: BackgroundChange,
  scene: Image | null,
): Promise<Image> {
  const { width, height } = picture;
  let base = scene ? await cover(scene, width, height) : drawBackground(picture, behind.background);
  if (behind.hasShadow) base = compositeOver(base, drawShadow(subject));
  if (behind.outline) base = compositeOver(base, drawOutline(subject, behind.outline));
  const cut = cutOut(picture, subject);
  if (behind.glow > 0) base = compositeOver(base, drawHalo(cut, behind.glow));
  return compositeOver(base, cut);
}

function drawBackground(picture: Image, background: Background | null): Image {
  const { width, height } = picture;
  switch (background?.kind) {
    case undefined:
      return picture;
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

/** A scene scaled until it fills the frame, the rest cut off. */
async function cover(scene: Image, width: number, height: number): Promise<Image> {
  const data = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 4 } })
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8Array(data) };
}

/** A soft dark ellipse where the subject stands. */
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
  // A narrow foot still carries a body that throws shadow.
  const half = Math.max(2, SHADOW.least * box.width, ((right - left + 1) / 2) * SHADOW.widen);
  const [cx, cy] = [(left + right + 1) / 2, box.top + box.height - 0.1 * SHADOW.flatness * half];
  return fill(width, height, (i) => {
    const dx = ((i % width) + 0.5 - cx) / half;
    const dy = (Math.floor(i / width) + 0.5 - cy) / (SHADOW.flatness * half);
    const inside = Math.max(0, 1 - (dx * dx + dy * dy) / 1.7);
    return [12, 12, 16, Math.round(255 * SHADOW.darkness * inside * inside)];
  });
}

/** A band of one colour around the subject, as a sticker has. */
function drawOutline({ mask }: ImageSubject, color: Rgb): Image {
  const { width, height } = mask;
  const radius = Math.max(1, Math.round(OUTLINE * Math.max(width, height)));
  const wide = boxBlur(Float32Array.from(mask.data), width, height, radius);
  return fill(width, height, (i) => [...color, Math.round(Math.min(255, Math.max(0, (wide[i]! - 10) * 14)))]);
}

/** The subject's own colours spread around it. */
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
