import sharp from 'sharp';
import type { Image } from '../../../base/image/image.ts';
import { cutOut } from '../subject/cut-out.ts';
import { drawStudioBackground } from '../background/draw-studio-background.ts';
import type { Background } from '../instruction/edit.ts';
import { compositeOver } from '../../../base/image/composite-over.ts';
import { lightSubject } from '../subject/light-subject.ts';
import { placeSubject } from '../subject/place-subject.ts';
import { applyGloss } from '../subject/apply-gloss.ts';
import { toSubjectNormals } from '../subject/subject-normals.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Edge of the square image, and its parts as shares of it. */
const EDGE = 1024;
const BODY = { top: 0.08, width: 0.78, height: 0.74 } as const;
/** The base: half width relative to the subject's half width and its bounds, half height over half width, thickness. */
const BASE = { share: 1.08, min: 0.17, max: 0.42, flatness: 0.24, thickness: 0.035 } as const;
/** Position of the subject on the base: below its middle, as a share of its half height. */
const STANDS = 0.3;
const PLASTIC = { metallic: 0, roughness: 0.35 } as const;

/**
 * Renders the subject as a collectible figure: lightly varnished and lit from the upper left, on a round base in a
 * studio with the background's colour, or on the base alone if the background is transparent. Square, 1024 pixels;
 * about 1.2 s.
 */
export async function renderFigureTemplate(
  image: Image,
  subject: ImageSubject,
  reliefEdge: number,
  background: Background,
): Promise<Image> {
  const normals = await toSubjectNormals(image, subject, reliefEdge);
  const lit = lightSubject(image, subject.mask.data, normals, 'upper left', 0.6);
  const varnished = applyGloss(lit, subject.mask.data, normals, PLASTIC);
  const px = (share: number): number => Math.round(EDGE * share);
  const placed = await placeSubject(cutOut(varnished, subject), subject.box, {
    width: EDGE,
    height: EDGE,
    box: { left: px((1 - BODY.width) / 2), top: px(BODY.top), width: px(BODY.width), height: px(BODY.height) },
    align: 'bottom',
  });
  const half = Math.min(px(BASE.max), Math.max(px(BASE.min), (placed.box.width / 2) * BASE.share));
  const foot = placed.box.top + placed.box.height;
  const base = await drawBase(EDGE / 2, foot - STANDS * BASE.flatness * half, half);
  const studio =
    background.kind === 'clear'
      ? { width: EDGE, height: EDGE, data: new Uint8Array(4 * EDGE * EDGE) }
      : drawStudioBackground(EDGE, EDGE, background.color);
  return compositeOver(compositeOver(studio, base), placed.image);
}

/** Draws a round plate of dark wood with a lit rim, its shadow on the floor, and the subject's soft shadow. */
async function drawBase(cx: number, cy: number, rx: number): Promise<Image> {
  const ry = BASE.flatness * rx;
  const thick = BASE.thickness * EDGE;
  const ellipse = (dy: number, grow: number, fill: string): string =>
    `<ellipse cx="${cx}" cy="${cy + dy}" rx="${rx * grow}" ry="${ry * grow}" fill="${fill}"/>`;
  const side = `<path d="M${cx - rx} ${cy} V${cy + thick} A${rx} ${ry} 0 0 0 ${cx + rx} ${cy + thick} V${cy} Z" fill="url(#side)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}"><defs>
    <linearGradient id="side" x1="0" x2="1"><stop offset="0" stop-color="#4a372c"/><stop offset=".3" stop-color="#7d5f4a"/><stop offset=".75" stop-color="#3a2a21"/><stop offset="1" stop-color="#241a15"/></linearGradient>
    <linearGradient id="top" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#8a6a53"/><stop offset="1" stop-color="#553f32"/></linearGradient>
    <radialGradient id="floor"><stop offset=".72" stop-color="#101014" stop-opacity=".5"/><stop offset="1" stop-color="#101014" stop-opacity="0"/></radialGradient>
    <radialGradient id="stand"><stop offset="0" stop-color="#0c0a08" stop-opacity=".62"/><stop offset="1" stop-color="#0c0a08" stop-opacity="0"/></radialGradient></defs>
    ${ellipse(thick * 1.2, 1.28, 'url(#floor)')}${side}${ellipse(0, 1, '#a58569')}${ellipse(1.5, 0.985, 'url(#top)')}${ellipse(STANDS * ry, 0.8, 'url(#stand)')}</svg>`;
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { width: EDGE, height: EDGE, data: new Uint8Array(data) };
}
