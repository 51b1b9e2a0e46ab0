import { createRequire } from 'node:module';
import path from 'node:path';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { renderOrthographic } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { encodePng } from '../../../../src-main/engine/base/image/encode-png.ts';
import { ATLAS_UV, packUv } from '../../../../src-main/engine/base/uv/pack-uv.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { imageToModel } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { textToModel } from '../../../../src-main/engine/make/text/text-to-model.ts';
import { joinedMesh } from '../../bench-models.ts';
import type { Figure } from '../../unconverted.ts';
import { countCharts, measureCoverage, measureUvs, type UvSurface } from '../measure-uvs.ts';
import { importLibrary } from './import-library.ts';
import { makeSphere, makeTorus, toDocument } from './shapes.ts';

const ATLAS = 1024;
/** What `packUv` leaves empty around a chart. */
const PADDING = 4;
/** The wrapper of the library copies indices as 16 bits. */
const MOST_VERTICES = 65_536;

interface Atlas {
  readonly width: number;
  readonly height: number;
  readonly atlasCount: number;
  readonly meshes: readonly {
    readonly index: Uint16Array;
    readonly vertex: { readonly vertices: Float32Array; readonly coords1: Float32Array };
  }[];
}
interface XatlasApi {
  createAtlas(): void;
  addMesh(indices: Uint16Array, positions: Float32Array): object | null;
  generateAtlas(charts: object, pack: object): Atlas;
  destroyAtlas(): void;
}
interface XatlasModule {
  readonly Api: (create: unknown) => new (onLoad: () => void, locateFile: (file: string) => string) => XatlasApi;
}

/** New uvs next to xatlas: charts, stretch, packing and time. */
export async function benchUvLibrary(folder: string): Promise<Figure[]> {
  const place = 'xatlasjs/dist/node';
  const module = await importLibrary<XatlasModule>(folder, `${place}/api.mjs`);
  if (!module) return [];
  const wasm = path.join(folder, 'node_modules', place);
  const Api = module.Api(createRequire(import.meta.url)(path.join(wasm, 'xatlas.js')));
  const api = await new Promise<XatlasApi>((resolve) => {
    const made: XatlasApi = new Api(
      () => setImmediate(() => resolve(made)),
      (file) => path.join(wasm, file),
    );
  });
  const figures: Figure[] = [];
  for (const [name, mesh] of Object.entries(await makeModels())) {
    if (mesh.positions.length / 3 > MOST_VERTICES) console.log(`  skipped: ${name} has too many vertices for xatlas`);
    else {
      // Once each to warm up.
      await unwrapOurs(mesh);
      unwrapTheirs(api, mesh);
      figures.push(...compare(name, await unwrapOurs(mesh), unwrapTheirs(api, mesh)));
    }
  }
  return figures;
}

async function makeModels(): Promise<Record<string, TriangleMesh>> {
  const chair = await textToModel(
    'a wooden chair',
    {
      modelSeed: 0,
      imageSeed: 0,
      textureSeed: 0,
      negativePrompt: '',
      detail: 1,
      isTextured: true,
      isPbr: false,
      hasUvs: true,
      isInParts: false,
      patternSize: 64,
      faceLimit: null,
      isForQuads: false,
      compress: '',
      isPrintCheckWanted: false,
      previewSize: 64,
    },
    () => undefined,
  );
  const [front] = await renderOrthographic(await readGlb(chair.model), ['front'], 512, 'soft');
  const image = await imageToModel(
    await encodePng(front!),
    { texture: false, textureSize: 1024, faceLimit: 20_000, compress: '', seed: 0 },
    () => undefined,
  );
  return {
    'sphere of 20k': makeSphere(20_000),
    'torus of 20k': makeTorus(20_000),
    'chair from text': joinedMesh(await readGlb(chair.model)),
    'model from an image': joinedMesh(await readGlb(image.glb)),
  };
}

interface Unwrapped {
  readonly surface: UvSurface;
  readonly ms: number;
}

async function unwrapOurs(mesh: TriangleMesh): Promise<Unwrapped> {
  const document = toDocument(mesh);
  const start = performance.now();
  await packUv(document, { keepCharts: false, size: ATLAS });
  const ms = performance.now() - start;
  const { primitive, indices } = listSurfaces(document)[0]!;
  const read = (semantic: string): Float32Array => readFloats(primitive, semantic)!;
  return { surface: { positions: read('POSITION'), indices, uvs: read(ATLAS_UV) }, ms };
}

function unwrapTheirs(api: XatlasApi, { positions, indices }: TriangleMesh): Unwrapped & { atlas: Atlas } {
  const start = performance.now();
  api.createAtlas();
  if (!api.addMesh(Uint16Array.from(indices), positions)) throw new Error('xatlas refuses the mesh.');
  const atlas = api.generateAtlas({}, { resolution: ATLAS, padding: PADDING });
  const ms = performance.now() - start;
  api.destroyAtlas();
  const { index, vertex } = atlas.meshes[0]!;
  // Its uvs are shares of a width and a height that may differ.
  const edge = Math.max(atlas.width, atlas.height);
  const uvs = vertex.coords1.map((value, i) => (value * (i % 2 === 0 ? atlas.width : atlas.height)) / edge);
  return { surface: { positions: vertex.vertices, indices: Uint32Array.from(index), uvs }, ms, atlas };
}

function compare(name: string, ours: Unwrapped, theirs: Unwrapped & { atlas: Atlas }): Figure[] {
  const [a, b] = [ours, theirs].map(({ surface, ms }) => ({
    ...measureUvs([surface]),
    ...measureCoverage(surface, ATLAS),
    charts: countCharts(surface),
    ms,
  })) as [Measured, Measured];
  const figure = (what: string, pick: (of: Measured) => string, met: boolean, goal: string): Figure => ({
    what: `${name}, ${what}`,
    value: pick(a),
    goal,
    peer: `xatlas ${pick(b)}`,
    met,
  });
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const { width, height, atlasCount } = theirs.atlas;
  return [
    figure(
      `charts (${ours.surface.indices.length / 3} triangles)`,
      ({ charts }) => String(charts),
      a.charts <= b.charts,
      '≤ the peer',
    ),
    figure('L² stretch', ({ stretch }) => stretch.toFixed(3), a.stretch <= b.stretch, '≤ the peer'),
    figure('L∞ stretch', ({ worst }) => worst.toFixed(2), a.worst <= b.worst, '≤ the peer'),
    {
      ...figure('texels covered', ({ covered }) => percent(covered), a.covered >= b.covered, '≥ the peer'),
      peer: `xatlas ${percent(b.covered)}, ${atlasCount} atlas of ${width} × ${height}`,
    },
    figure(
      'texels covered twice',
      ({ overlapping }) => percent(overlapping),
      a.overlapping <= b.overlapping,
      '≤ the peer',
    ),
    figure('time', ({ ms }) => `${ms.toFixed(0)} ms`, a.ms <= b.ms, '≤ the peer'),
  ];
}

type Measured = ReturnType<typeof measureUvs> &
  ReturnType<typeof measureCoverage> & { readonly charts: number; readonly ms: number };
