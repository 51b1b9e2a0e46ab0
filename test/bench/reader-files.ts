import type { Document } from '@gltf-transform/core';
import { unzipSync, zipSync } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import { readAnyModel } from '../../src-main/engine/files/model/read-any-model.ts';
import type { SplatCloud } from '../../src-main/engine/files/splat/splat-cloud.ts';
import { writeSplat } from '../../src-main/engine/files/splat/write-splat.ts';
import { writeSplatPly } from '../../src-main/engine/files/splat/write-splat-ply.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { writeUsdc } from '../engine/files/import/usdc-writer.ts';
import { WRITERS } from '../engine/files/import/written.ts';

/** A kind of file that a reader process is measured with. */
export interface ReaderFile {
  readonly name: string;
  /** What a file counts, and how many of it the rows have; a quick run has fewer. */
  readonly unit: string;
  readonly count: number;
  readonly quickCount: number;
  /** What a reader is asked for. */
  readonly read: 'model' | 'picture' | 'ply' | 'splat';
  /** Makes a file with so many. */
  make(count: number): Promise<Uint8Array>;
}

/** A textured sphere in a format that a user drops. */
function model(
  name: string,
  write: (document: Document) => Promise<Uint8Array> | Uint8Array,
  count = 1_000_000,
): ReaderFile {
  const make = async (triangles: number): Promise<Uint8Array> =>
    write((await readAnyModel(await makeTexturedSphere(triangles, 64))).document);
  return { name, unit: 'triangles', count, quickCount: 50_000, read: 'model', make };
}

/** A square image with noise; `edge` is the largest that its format may have. */
function image(name: string, edge: number, encode: (image: Sharp) => Sharp): ReaderFile {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const make = (pixels: number): Promise<Uint8Array> => {
    const side = Math.round(Math.sqrt(pixels));
    return encode(sharp({ create: { width: side, height: side, channels: 3, background: 'white', noise } })).toBuffer();
  };
  return { name, unit: 'pixels', count: edge ** 2, quickCount: 512 ** 2, read: 'picture', make };
}

/** Gaussian splats, as a service may return them. */
function splats(
  name: string,
  read: 'ply' | 'splat',
  count: number,
  write: (cloud: SplatCloud) => Uint8Array,
): ReaderFile {
  const make = (splatCount: number): Promise<Uint8Array> => Promise.resolve(write(makeCloud(splatCount)));
  return { name, unit: 'splats', count, quickCount: 20_000, read, make };
}

/** The formats that a reader process reads, each with as much as its limits allow or a million triangles. */
export const READER_FILES: readonly ReaderFile[] = [
  model('model.glb', WRITERS.glb),
  model('gltf.zip', WRITERS.gltf),
  model('obj.zip', WRITERS.obj),
  model('model.obj', async (document) => findFile(await WRITERS.obj(document), '.obj')),
  model('model.stl', WRITERS.stl),
  model('text-stl.zip', async (document) =>
    zipSync({ 'model.stl': toTextStl(await WRITERS.stl(document)) }, { level: 1 }),
  ),
  model('model.3mf', WRITERS['3mf']),
  model('model.usdz', WRITERS.usdz),
  model('model.usdc', toCrate),
  model('model.fbx', WRITERS['fbx for blender']),
  model('largest.glb', WRITERS.glb, 2_000_000),
  splats('splats.ply', 'ply', 2_000_000, writeSplatPly),
  splats('splats.splat', 'splat', 4_000_000, writeSplat),
  image('image.png', 6144, (plain) => plain.png({ compressionLevel: 1 })),
  image('interlaced.png', 6144, (plain) => plain.png({ compressionLevel: 1, progressive: true })),
  image('image.jpg', 8192, (plain) => plain.jpeg()),
  image('progressive.jpg', 6144, (plain) => plain.jpeg({ progressive: true })),
  image('image.webp', 8192, (plain) => plain.webp({ effort: 0 })),
  image('image.tif', 7000, (plain) => plain.tiff({ compression: 'none' })),
  image('image.gif', 5632, (plain) => plain.gif({ effort: 1 })),
  image('image.avif', 4096, (plain) => plain.avif({ effort: 0 })),
];

function findFile(zip: Uint8Array, suffix: string): Uint8Array {
  const [file] = Object.entries(unzipSync(zip)).find(([name]) => name.endsWith(suffix)) ?? [];
  if (file === undefined) throw new Error(`The archive has no file ${suffix}.`);
  return unzipSync(zip)[file]!;
}

/** The first surface of a document as a USD crate. */
function toCrate(document: Document): Uint8Array {
  const primitive = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
  const valuesOf = (semantic: string): number[] => [...primitive.getAttribute(semantic)!.getArray()!];
  const corners = [...primitive.getIndices()!.getArray()!];
  const interpolation = 'vertex';
  return writeUsdc({ upAxis: { token: 'Y' } }, [
    { path: '/model', type: 'Xform', properties: {} },
    {
      path: '/model/mesh',
      type: 'Mesh',
      properties: {
        points: { type: 'point3f[]', value: { vec3s: valuesOf('POSITION') } },
        faceVertexCounts: { type: 'int[]', value: { ints: Array<number>(corners.length / 3).fill(3) } },
        faceVertexIndices: { type: 'int[]', value: { ints: corners } },
        normals: { type: 'normal3f[]', value: { vec3s: valuesOf('NORMAL') }, interpolation },
        'primvars:st': { type: 'texCoord2f[]', value: { vec2s: valuesOf('TEXCOORD_0') }, interpolation },
      },
    },
  ]);
}

/** A binary STL as text. */
function toTextStl(stl: Uint8Array): Uint8Array {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  const parts = [Buffer.from('solid sphere\n')];
  for (let at = 84; at + 50 <= stl.byteLength; at += 50) {
    const vertex = (k: number): string =>
      [0, 4, 8].map((offset) => view.getFloat32(at + 12 + k * 12 + offset, true)).join(' ');
    parts.push(
      Buffer.from(
        `facet normal 0 0 1\nouter loop\nvertex ${vertex(0)}\nvertex ${vertex(1)}\nvertex ${vertex(2)}\nendloop\nendfacet\n`,
      ),
    );
  }
  parts.push(Buffer.from('endsolid sphere\n'));
  return Buffer.concat(parts);
}

/** Splats without order, all different. */
function makeCloud(count: number): SplatCloud {
  const fill = (perSplat: number, at: (index: number) => number): Float32Array =>
    Float32Array.from({ length: count * perSplat }, (_, index) => at(index));
  return {
    count,
    positions: fill(3, (index) => Math.sin(index * 12.9898)),
    normals: fill(3, (index) => (index % 3 === 2 ? 1 : 0)),
    scales: fill(3, () => 0.01),
    rotations: fill(4, (index) => (index % 4 === 0 ? 1 : 0)),
    colors: fill(3, (index) => (index % 255) / 255),
    opacity: 0.9,
  };
}
