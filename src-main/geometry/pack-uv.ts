import type { Document, Primitive } from '@gltf-transform/core';
import createXAtlas, { type XAtlas } from 'xatlas-wasm';
import { listSurfaces, readFloats, readPositions, type Surface } from './list-surfaces.ts';
import { buildBoxTree } from './mesh/box-tree.ts';
import { rebuildPrimitive } from './rebuild-primitive.ts';

/** The attribute that holds a vertex's place in the new atlas until `bakeMaterials` makes it the only uv. */
export const ATLAS_UV = '_ATLAS_UV';

/** Empty texels around a chart, at the size asked for: enough for bilinear filtering of three mip levels. */
const PADDING = 4;

/**
 * Charts are grown within neighbourhoods of so many triangles: the time they take grows faster than what they are grown
 * in, and they stretch less. 20,000 triangles: a third of the time.
 */
const NEIGHBOURHOOD = 2000;

/** How willingly a chart grows, xatlas's own being 2: with this there are two thirds more charts, which hardly stretch. */
const MAX_COST = 0.9;

/** A surface without a texture counts as covered by one of this size. */
const PLAIN_SIZE = 1024;

/** How `packUv` lays the charts out. */
export interface PackUvOptions {
  /** True: charts stay as they are and are only turned, sized and moved. False: charts are cut anew. */
  readonly keepCharts: boolean;
  /** Edge of the square texture the padding is meant for, in texels. */
  readonly size: number;
}

/**
 * Gives every triangle of the model a place of its own in one square atlas, in place: the attribute `ATLAS_UV`, 0 to 1,
 * top left origin; the uvs there were stay beside it. Vertices on the border of a chart are split.
 *
 * Kept charts keep their density in texels; those that lie on one another within a primitive stay so. Surfaces without
 * uvs are unwrapped first. Uses xatlas (the charts are those of Lévy et al., LSCM): unwrapping 20 000 triangles takes
 * about 1 s.
 */
export async function packUv(document: Document, { keepCharts, size }: PackUvOptions): Promise<void> {
  const surfaces = listSurfaces(document);
  if (surfaces.length === 0) return;
  if (keepCharts) {
    const bare = surfaces.filter((surface) => !readChartUvs(surface.primitive));
    if (bare.length > 0) {
      await layOut(document, bare, size, (atlas, surface) => addShape(atlas, surface));
      for (const { primitive } of bare) {
        primitive.setAttribute('TEXCOORD_0', primitive.getAttribute(ATLAS_UV)).setAttribute(ATLAS_UV, null);
      }
    }
  }
  await layOut(document, listSurfaces(document), size, keepCharts ? addCharts : addShape);
}

async function layOut(
  document: Document,
  surfaces: readonly Surface[],
  size: number,
  add: (atlas: XAtlas, surface: Surface) => number,
): Promise<void> {
  const xatlas = await createXAtlas();
  const atlas = xatlas.createAtlas();
  try {
    for (const surface of surfaces) {
      const error = add(atlas, surface);
      if (error !== 0) throw new Error(`xatlas: ${xatlas.addMeshErrorString(error as 0)}`);
    }
    atlas.generate({ maxCost: MAX_COST }, { resolution: size, padding: PADDING });
    const edge = Math.max(atlas.width, atlas.height, 1);
    surfaces.forEach((surface, i) => writePlaces(document, surface, atlas.getMesh(i), edge));
  } finally {
    atlas.destroy();
  }
}

/** For charts cut anew: xatlas finds vertices that are split by old seams through their positions. */
function addShape(atlas: XAtlas, surface: Surface): number {
  const positions = readPositions(surface);
  const { indices } = surface;
  const { order } = buildBoxTree({ positions, indices });
  // Charts end where this number changes.
  const faceMaterialData = new Uint32Array(order.length);
  order.forEach((triangle, place) => (faceMaterialData[triangle] = Math.floor(place / NEIGHBOURHOOD)));
  return atlas.addMesh({ positions, indices, faceMaterialData });
}

function addCharts(atlas: XAtlas, { primitive, indices }: Surface): number {
  const { uvs, width, height } = readChartUvs(primitive)!;
  for (let i = 0; i < uvs.length; i += 2) {
    uvs[i]! *= width;
    uvs[i + 1]! *= height;
  }
  return atlas.addUvMesh({ uvs, indices });
}

/** The uvs that the material's first texture reads, and its size in texels. */
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
  const [width, height] = texture?.getSize() ?? [PLAIN_SIZE, PLAIN_SIZE];
  return uvs && { uvs, width, height };
}

/** xatlas keeps the order of triangles; only which vertices they share changes. */
function writePlaces(
  document: Document,
  { primitive }: Surface,
  mesh: ReturnType<XAtlas['getMesh']>,
  edge: number,
): void {
  rebuildPrimitive(primitive, { from: mesh.vertices.map((vertex) => vertex.xref) }, mesh.indices);
  const uvs = new Float32Array(mesh.vertices.length * 2);
  mesh.vertices.forEach(({ uv: [x, y] }, i) => {
    uvs[i * 2] = Math.min(1, Math.max(0, x / edge));
    uvs[i * 2 + 1] = Math.min(1, Math.max(0, y / edge));
  });
  const buffer = primitive.getAttribute('POSITION')!.getBuffer();
  primitive.setAttribute(ATLAS_UV, document.createAccessor().setBuffer(buffer).setType('VEC2').setArray(uvs));
}
