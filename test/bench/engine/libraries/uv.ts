import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { renderOrthographic } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { encodePng } from '../../../../src-main/engine/base/image/encode-png.ts';
import { ATLAS_UV, packUv } from '../../../../src-main/engine/base/uv/pack-uv.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { imageToModel } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { textToModel } from '../../../../src-main/engine/make/text/text-to-model.ts';
import { joinedMesh } from '../../bench-models.ts';
import { defineGroup, type Figures, type Row, type Trial } from '../../harness/row.ts';
import { countCharts, measureCoverage, measureUvs, type UvSurface } from '../measure-uvs.ts';
import { makeSphere, makeTorus, toDocument } from './shapes.ts';

const ATLAS = 1024;
/** What `packUv` leaves empty around a chart. */
const PADDING = 4;
/** The wrapper of the library copies indices as 16 bits. */
const MOST_VERTICES = 65_536;

interface Atlas {
  readonly width: number;
  readonly height: number;
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

const MODELS = {
  sphere: () => Promise.resolve(makeSphere(20_000)),
  torus: () => Promise.resolve(makeTorus(20_000)),
  chair: makeChair,
  image: makeFromImage,
} as const;

type ModelName = keyof typeof MODELS;

interface Context {
  readonly api: XatlasApi;
  readonly meshes: Readonly<Record<ModelName, TriangleMesh>>;
}

function compare(name: ModelName): Trial<Context> {
  const row = (figure: string, what: string, unit: string, better: 'lower' | 'higher'): Row => ({
    id: `engine/libraries/uv/${name}-${figure}`,
    what: `UVs of the ${name}, ${what}`,
    ...{ figure, unit, better, goal: { ratio: 1 } },
  });
  return {
    rows: [
      row('charts', 'charts', '', 'lower'),
      row('stretch', 'L² stretch', '', 'lower'),
      row('worst', 'L∞ stretch', '', 'lower'),
      row('covered', 'texels covered', '%', 'higher'),
      row('overlapping', 'texels covered twice', '%', 'lower'),
      row('ms', 'time', 'ms', 'lower'),
    ],
    state: 'warm',
    quickRuns: name === 'chair' ? 1 : 0,
    ours: async ({ meshes }) => toFigures(await unwrapOurs(meshes[name])),
    peer: {
      name: 'xatlas',
      // Seconds of compiled code.
      isCold: true,
      measure: ({ api, meshes }) => {
        // The wrapper cannot take more.
        const isTooLarge = meshes[name].positions.length / 3 > MOST_VERTICES;
        return Promise.resolve(isTooLarge ? null : toFigures(unwrapTheirs(api, meshes[name])));
      },
    },
  };
}

/** New UVs beside xatlas: charts, stretch, packing and time. */
export const uvLibraryGroup = defineGroup<Context>({
  name: 'engine/libraries/uv',
  async open() {
    const require = createRequire(import.meta.url);
    const binding = require.resolve('xatlasjs/dist/node/xatlas.js');
    const wrapper = pathToFileURL(require.resolve('xatlasjs/dist/node/api.mjs'));
    const Api = ((await import(wrapper.href)) as XatlasModule).Api(require(binding));
    const api = await new Promise<XatlasApi>((resolve) => {
      const made: XatlasApi = new Api(
        () => setImmediate(() => resolve(made)),
        (file) => path.join(path.dirname(binding), file),
      );
    });
    const [sphere, torus] = [await MODELS.sphere(), await MODELS.torus()];
    return { api, meshes: { sphere, torus, chair: await makeChair(), image: await makeFromImage() } };
  },
  close: () => Promise.resolve(),
  trials: (Object.keys(MODELS) as ModelName[]).map(compare),
});

function toFigures({ surface, ms }: Unwrapped): Figures {
  const { covered, overlapping } = measureCoverage(surface, ATLAS);
  const { stretch, worst } = measureUvs([surface]);
  return { stretch, worst, ms, charts: countCharts(surface), covered: covered * 100, overlapping: overlapping * 100 };
}

function generateChair() {
  return textToModel(
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
}

async function makeChair(): Promise<TriangleMesh> {
  return joinedMesh(await readGlb((await generateChair()).model));
}

/** A model that the engine generates from an image of the chair. */
async function makeFromImage(): Promise<TriangleMesh> {
  const [front] = await renderOrthographic(await readGlb((await generateChair()).model), ['front'], 512, 'soft');
  const { glb } = await imageToModel(
    await encodePng(front!),
    { texture: false, textureSize: 1024, faceLimit: 20_000, compress: '', seed: 0 },
    () => undefined,
  );
  return joinedMesh(await readGlb(glb));
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

function unwrapTheirs(api: XatlasApi, { positions, indices }: TriangleMesh): Unwrapped {
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
  return { surface: { positions: vertex.vertices, indices: Uint32Array.from(index), uvs }, ms };
}
