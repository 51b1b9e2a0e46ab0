import type { Document, Primitive } from '@gltf-transform/core';
import { listSurfaces, readFloats, readPositions, type Surface } from '../document/list-surfaces.ts';
import { createChartList, type ChartList } from './chart-list.ts';
import { cutCharts } from './cut-charts.ts';
import { buildFaceAdjacency, type FaceAdjacency } from './face-adjacency.ts';
import { createFindOverlap } from './find-overlap.ts';
import { reuseCharts } from './reuse-charts.ts';
import { packChartList } from './pack-chart-list.ts';
import { rebuildPrimitive } from '../primitive/rebuild-primitive.ts';
import { readTextureSize } from '../document/texture-size.ts';

/** Attribute of a vertex's UV in the new atlas, until `bakeMaterials` makes it the only UV. */
export const ATLAS_UV = '_ATLAS_UV';

/** Empty texels around a chart, at the requested size: enough for bilinear filtering of three mip levels. */
const PADDING = 4;

/** Estimated share of the square that charts cover, to derive the texel size before packing. */
const USUAL_SHARE = 0.5;

/** Charts with less than this share of the total area are never halved to pack better. */
const MIN_HALVED = 0.003;

/** A surface without a texture is treated as if it had one of this size. */
const PLAIN_SIZE = 1024;

/** Options of `packUv`. */
export interface PackUvOptions {
  /** True: charts are only rotated, scaled and moved. False: new charts are cut. */
  readonly keepCharts: boolean;
  /** Edge of the square texture the padding applies to, in texels. */
  readonly size: number;
}

/**
 * Gives every triangle of the model a unique area in one square atlas, in place: the attribute `ATLAS_UV`, 0 to 1, top
 * left origin; existing UVs are kept. Vertices on the border of a chart are split.
 *
 * Kept charts keep their texel density; those that overlap within a primitive still do. Surfaces without UVs are
 * unwrapped first. New charts are flat projections of triangles that face the same way (`cutCharts`), all with the same
 * density. 60 000 triangles take about 0.3 s.
 */
export async function packUv(document: Document, { keepCharts: keeps, size }: PackUvOptions): Promise<void> {
  if (keeps) {
    const bare = listSurfaces(document).filter((surface) => !readChartUvs(surface.primitive));
    await layOut(document, bare, size, await createCut(bare, size));
    for (const { primitive } of bare) {
      primitive.setAttribute('TEXCOORD_0', primitive.getAttribute(ATLAS_UV)).setAttribute(ATLAS_UV, null);
    }
  }
  const surfaces = listSurfaces(document);
  await layOut(document, surfaces, size, keeps ? keep : await createCut(surfaces, size));
}

/** Adds the charts of a surface to a list; returns three vertex numbers of the list per triangle. */
type AddCharts = (list: ChartList, surface: Surface) => Promise<Uint32Array> | Uint32Array;

async function layOut(document: Document, surfaces: readonly Surface[], size: number, add: AddCharts): Promise<void> {
  if (surfaces.length === 0) return;
  const list = createChartList();
  const firsts: number[] = [];
  const corners: Uint32Array[] = [];
  for (const surface of surfaces) {
    firsts.push(list.firsts.at(-1)!);
    corners.push(await add(list, surface));
  }
  const uvs = packChartList(list, size, PADDING);
  surfaces.forEach((surface, i) => {
    const end = firsts[i + 1] ?? list.firsts.at(-1)!;
    writePlaces(document, surface, corners[i]!, firsts[i]!, uvs.slice(firsts[i]! * 2, end * 2));
  });
}

/** Creates the function that cuts new charts; vertices that are split by old seams are matched by position. */
async function createCut(surfaces: readonly Surface[], size: number): Promise<AddCharts> {
  const nets = new Map<Surface, FaceAdjacency>();
  for (const surface of surfaces) nets.set(surface, await buildFaceAdjacency(readPositions(surface), surface.indices));
  const area = [...nets.values()].reduce((sum, { areas }) => areas.reduce((part, own) => part + own, sum), 0);
  const texel = Math.sqrt(area / USUAL_SHARE) / size;
  const findFold = createFindOverlap(texel);
  const options = { findFold, leastHalved: MIN_HALVED * area };
  return (list, surface) => cutCharts(nets.get(surface)!, options, list);
}

function keep(list: ChartList, { primitive, indices }: Surface): Promise<Uint32Array> {
  const { uvs, width, height } = readChartUvs(primitive)!;
  for (let i = 0; i < uvs.length; i += 2) {
    uvs[i]! *= width;
    uvs[i + 1]! *= height;
  }
  return reuseCharts(uvs, indices, list);
}

/** Returns the UVs that the material's first texture uses, and its size in texels. */
function readChartUvs(primitive: Primitive): { uvs: Float32Array; width: number; height: number } | null {
  const material = primitive.getMaterial();
  const slots = [
    [material?.getBaseColorTexture(), material?.getBaseColorTextureInfo()],
    [material?.getNormalTexture(), material?.getNormalTextureInfo()],
    [material?.getMetallicRoughnessTexture(), material?.getMetallicRoughnessTextureInfo()],
    [material?.getEmissiveTexture(), material?.getEmissiveTextureInfo()],
  ] as const;
  const [texture, info] = slots.find(([candidate]) => candidate) ?? [null, null];
  const uvs = readFloats(primitive, `TEXCOORD_${info?.getTexCoord() ?? 0}`) ?? readFloats(primitive, 'TEXCOORD_0');
  const [width, height] = (texture && readTextureSize(texture)) ?? [PLAIN_SIZE, PLAIN_SIZE];
  return uvs && { uvs, width, height };
}

/** Writes the packed UVs; the order of triangles is kept, only the vertices they share change. */
function writePlaces(
  document: Document,
  { primitive, indices }: Surface,
  corners: Uint32Array,
  first: number,
  uvs: Float32Array<ArrayBuffer>,
): void {
  const from = new Uint32Array(uvs.length / 2);
  const triangles = new Uint32Array(corners.length);
  corners.forEach((vertex, corner) => {
    triangles[corner] = vertex - first;
    from[vertex - first] = indices[corner]!;
  });
  rebuildPrimitive(primitive, { from }, triangles);
  const buffer = primitive.getAttribute('POSITION')!.getBuffer();
  primitive.setAttribute(ATLAS_UV, document.createAccessor().setBuffer(buffer).setType('VEC2').setArray(uvs));
}
