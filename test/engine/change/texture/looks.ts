import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { renderOrthographic } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { VIEW_NAMES } from '../../../../src-main/engine/base/views/view-name.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import {
  retextureModel,
  type RetextureOptions,
  type RetextureResult,
} from '../../../../src-main/engine/change/texture/retexture-model.ts';
import { silent } from '../../base/mesh/build-model.ts';

type Color = readonly [number, number, number];

/** Retextures a model, by default at 128² without PBR maps. */
export function retexture(
  glb: Uint8Array,
  source: RetextureOptions['source'],
  options: Partial<RetextureOptions> = {},
): Promise<RetextureResult> {
  const defaults = { size: 128, isPbr: false, isDelighted: false, keepsAspect: false, isOneSet: false, partNames: [] };
  return retextureModel(glb, { ...defaults, ...options, source }, silent);
}

/** Renders the model unlit from the four sides, 96² pixels each, in the order of `VIEW_NAMES`. */
export function lookAround(document: Document): Promise<Image[]> {
  return renderOrthographic(document, VIEW_NAMES, 96, 'none');
}

/** Returns the mean colour of the opaque pixels in the centre of an image, `share` of its edges wide. */
export function meanOf({ width, height, data }: Image, share = 0.3): Color {
  const sums = [0, 0, 0];
  let count = 0;
  for (let y = Math.round((height * (1 - share)) / 2); y < (height * (1 + share)) / 2; y++) {
    for (let x = Math.round((width * (1 - share)) / 2); x < (width * (1 + share)) / 2; x++) {
      const at = 4 * (y * width + x);
      if (data[at + 3]! < 250) continue;
      count++;
      for (let c = 0; c < 3; c++) sums[c]! += data[at + c]!;
    }
  }
  return [sums[0]! / count, sums[1]! / count, sums[2]! / count];
}

/** Returns the largest difference between two colours in any channel. */
export function difference(a: Color, b: Color): number {
  return Math.max(...a.map((value, c) => Math.abs(value - b[c]!)));
}

/** Returns the base colour texture of the first material that has one, as RGB bytes. */
export async function readBase(document: Document): Promise<{ data: Buffer; size: number }> {
  const texture = document
    .getRoot()
    .listMaterials()
    .map((material) => material.getBaseColorTexture())
    .find((each) => each !== null);
  const { data, info } = await sharp(texture!.getImage()!).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, size: info.width };
}

/** Returns the indices and the attributes that retexturing must keep, by mesh, primitive and semantic. */
export function readShape(document: Document): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const mesh of document.getRoot().listMeshes()) {
    mesh.listPrimitives().forEach((primitive, i) => {
      for (const semantic of ['POSITION', 'NORMAL', 'TEXCOORD_0', 'JOINTS_0', 'WEIGHTS_0']) {
        const array = primitive.getAttribute(semantic)?.getArray();
        if (array) found.set(`${mesh.getName()} ${i} ${semantic}`, [...array]);
      }
      found.set(`${mesh.getName()} ${i} indices`, [...(primitive.getIndices()?.getArray() ?? [])]);
    });
  }
  return found;
}

/** Draws a blue disc with a white S-like mark on a transparent background, as PNG. */
export function drawLettering(): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="256" height="256">
    <circle cx="50" cy="50" r="46" fill="#2f6fd0"/>
    <path d="M38 34 h16 v8 h-10 v6 h10 v18 h-16 v-6 h10 v-6 h-10 z" fill="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
