import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { drawPrimitive } from '../../base/render/draw-primitive.ts';
import type { FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import type { Image } from '../../base/image/image.ts';
import { framePrimitives } from '../../base/render/camera.ts';
import { createRenderCanvas, developCanvas } from '../../base/render/canvas.ts';
import { loadSurfaceMaterials, type SurfaceMaterial } from '../../base/render/surface-material.ts';
import type { Rgb } from '../../base/material/finish.ts';
import type { PixelSize } from '../../base/image/image-size.ts';

/** Camera, background and quality of a still image. */
export interface StillOptions extends PixelSize {
  /** Degrees, as in `PreviewOptions`. */
  readonly azimuth: number;
  readonly elevation: number;
  /** sRGB colour of the backdrop at about half the height; null: transparent background, no shadow. */
  readonly backdrop: Rgb | null;
  /** Samples per pixel in each direction; fewer for large images. */
  readonly samples: number;
}

/** Maximum edge of the canvas in pixels: 20 bytes a pixel take 336 MB. */
const MAX_CANVAS = 4096;
/** Edge of the canvas for shadows in pixels; low, because shadows are soft. */
const SHADOW_EDGE = 512;
/** Share of the light that a shadow removes. */
const SHADOW_DARKNESS = 0.34;
/** Offset of the shadow on the ground per unit of height, to the right and away from the camera. */
const SHADOW_SLANT = [0.34, 0.16] as const;
/** Share of width and height that stays empty. */
const MARGIN = 0.08;
const SHADOW_SURFACE: SurfaceMaterial = {
  color: [0, 0, 0, 1],
  texture: null,
  glow: [0, 0, 0],
  glowTexture: null,
  isDoubleSided: true,
  cutoff: 0,
  isBlended: false,
};

/**
 * Renders a document on a ground at y = 0 with the renderer of the previews, scaled down if needed to fit the image,
 * with a soft shadow and a backdrop that gets lighter towards the top. 1024 × 1024, two samples: about 0.6 s.
 */
export async function renderStill(document: Document, options: StillOptions): Promise<Image> {
  const { width, height, azimuth, elevation, backdrop } = options;
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const shadows = backdrop ? primitives.map((primitive) => castShadow(primitive, azimuth)) : [];
  const camera = framePrimitives([...primitives, ...shadows], azimuth, elevation);
  const edge = Math.max(width, height);
  const samples = Math.max(1, Math.min(options.samples, Math.floor(MAX_CANVAS / edge)));

  const surfaces = await loadSurfaceMaterials(primitives, samples * edge);
  const canvas = createRenderCanvas(samples * edge);
  for (const isBlended of [false, true]) {
    primitives.forEach((primitive, i) => {
      if (surfaces[i]!.isBlended === isBlended) drawPrimitive(primitive, surfaces[i]!, camera, canvas);
    });
  }
  const drawn = developCanvas(canvas, samples, null);
  const ground = createRenderCanvas(SHADOW_EDGE);
  for (const shadow of shadows) drawPrimitive(shadow, SHADOW_SURFACE, camera, ground);
  const shade = developCanvas(ground, 1, null);

  const fitted = await fitInto(drawn, shade, width, height);
  return backdrop ? compositeOverBackdrop(fitted, backdrop) : fitted.image;
}

/** Projects a primitive onto the ground, as lit from the upper left. */
function castShadow(primitive: FlatPrimitive, azimuth: number): FlatPrimitive {
  const a = (azimuth * Math.PI) / 180;
  const [right, away] = SHADOW_SLANT;
  const dx = right * Math.cos(a) - away * Math.sin(a);
  const dz = -right * Math.sin(a) - away * Math.cos(a);
  const positions = primitive.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    positions[i]! += dx * positions[i + 1]!;
    positions[i + 2]! += dz * positions[i + 1]!;
    positions[i + 1] = 0;
  }
  return { ...primitive, positions, normals: null, uvs: null, colors: null, quads: null };
}

interface FittedImage {
  readonly image: Image;
  /** Darkness per pixel, 0 to 255. */
  readonly shade: Uint8Array;
}

/** Crops the square rendering to its content, scales it down if needed to fit the image, and centres it. */
async function fitInto(drawn: Image, shade: Image, width: number, height: number): Promise<FittedImage> {
  const square = drawn.width;
  const blur = Math.max(0.6, SHADOW_EDGE / 90);
  const mask = await sharp(shade.data, { raw: { width: SHADOW_EDGE, height: SHADOW_EDGE, channels: 4 } })
    .extractChannel(3)
    .blur(blur)
    .raw()
    .toBuffer();
  const [left, top, right, bottom] = findContentBox(drawn, mask);
  const scale = Math.min(1, (width * (1 - MARGIN)) / (right - left), (height * (1 - MARGIN)) / (bottom - top));
  const edge = Math.max(1, Math.round(square * scale));
  const x = Math.round(width / 2 - ((left + right) / 2) * scale);
  const y = Math.round(height / 2 - ((top + bottom) / 2) * scale);

  const scaled = await sharp(drawn.data, { raw: { width: square, height: square, channels: 4 } })
    .resize(edge, edge)
    .raw()
    .toBuffer();
  const soft = await sharp(mask, { raw: { width: SHADOW_EDGE, height: SHADOW_EDGE, channels: 1 } })
    .resize(edge, edge, { kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const data = new Uint8Array(width * height * 4);
  const dark = new Uint8Array(width * height);
  for (let row = Math.max(0, y); row < Math.min(height, y + edge); row++) {
    const from = Math.max(0, x);
    const end = Math.min(width, x + edge);
    if (end <= from) continue;
    const source = (row - y) * edge + (from - x);
    data.set(scaled.subarray(source * 4, (source + end - from) * 4), (row * width + from) * 4);
    dark.set(soft.subarray(source, source + end - from), row * width + from);
  }
  return { image: { width, height, data }, shade: dark };
}

/** Returns the bounding box of everything drawn: left, top, right, bottom in pixels of the rendering. */
function findContentBox({ width, data }: Image, mask: Uint8Array): [number, number, number, number] {
  const box: [number, number, number, number] = [width, width, 0, 0];
  const grow = (x: number, y: number, size: number) => {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x + size);
    box[3] = Math.max(box[3], y + size);
  };
  for (let i = 0; i < width * width; i++) if (data[4 * i + 3]! > 0) grow(i % width, Math.floor(i / width), 1);
  const cell = width / SHADOW_EDGE;
  for (let i = 0; i < mask.length; i++)
    if (mask[i]! > 24) grow((i % SHADOW_EDGE) * cell, Math.floor(i / SHADOW_EDGE) * cell, cell);
  return box[2] > box[0] ? box : [0, 0, width, width];
}

/** Composites the rendering over a backdrop that is lighter at the top and darkened by the shadow. */
function compositeOverBackdrop({ image: { width, height, data }, shade }: FittedImage, backdrop: Rgb): Image {
  for (let y = 0; y < height; y++) {
    const light = 1.06 - (0.14 * y) / height;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const alpha = data[4 * i + 3]! / 255;
      const dim = light * (1 - (SHADOW_DARKNESS * shade[i]!) / 255);
      for (let c = 0; c < 3; c++) {
        const behind = Math.min(255, backdrop[c]! * dim);
        data[4 * i + c] = Math.round(data[4 * i + c]! * alpha + behind * (1 - alpha));
      }
      data[4 * i + 3] = 255;
    }
  }
  return { width, height, data };
}
