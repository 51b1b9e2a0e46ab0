import type { Document } from '@gltf-transform/core';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import type { Image } from '../../base/image/image.ts';
import { rasterizeTriangles } from '../../base/mesh/rasterize-triangles.ts';
import { groupConnectedVertices } from '../../base/uv/group-connected-vertices.ts';
import { weldUvs } from '../../base/uv/weld-uvs.ts';

const BACKGROUND = [24, 26, 30] as const;
const BORDER = [12, 12, 14] as const;
/** The golden angle, so that consecutive charts differ clearly in hue. */
const HUE_STEP = 137.50776;

/**
 * Draws a square, opaque image of a document's UVs (`TEXCOORD_0`), `size` pixels wide: each chart in its own colour
 * with dark borders. Triangles that share a UV vertex belong to the same chart. 1024²: about 0.3 s.
 */
export async function drawUvAtlas(document: Document, size: number): Promise<Image> {
  const charts = new Int32Array(size * size).fill(-1);
  const covered = new Uint8Array(size * size);
  let first = 0;
  for (const { primitive, indices } of listSurfaces(document)) {
    const uvs = readFloats(primitive, 'TEXCOORD_0');
    if (!uvs) continue;
    const same = await weldUvs(uvs);
    const corners = indices.map((vertex) => same[vertex]!);
    const groups = groupConnectedVertices(corners, uvs.length / 2);
    rasterizeTriangles(uvs, indices, size, covered, (triangle, texel) => {
      charts[texel] = first + groups[corners[triangle * 3]!]!;
    });
    first += uvs.length / 2;
  }

  const data = new Uint8Array(size * size * 4).fill(255);
  for (let texel = 0; texel < charts.length; texel++) {
    const chart = charts[texel]!;
    const column = texel % size;
    const isBorder =
      chart >= 0 &&
      (charts[texel - size] !== chart ||
        charts[texel + size] !== chart ||
        column === 0 ||
        charts[texel - 1] !== chart ||
        column === size - 1 ||
        charts[texel + 1] !== chart);
    data.set(chart < 0 ? BACKGROUND : isBorder ? BORDER : hueColor(chart * HUE_STEP), texel * 4);
  }
  return { width: size, height: size, data };
}

/** Converts a hue in degrees, saturation 55 %, lightness 60 %, to sRGB bytes (CSS Color 4, 7.1). */
function hueColor(hue: number): [number, number, number] {
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (0.6 - 0.22 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
