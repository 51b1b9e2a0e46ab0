import type { Document } from '@gltf-transform/core';
import { zipSync } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import { createIo } from '../../src-main/engine/files/gltf/read-glb.ts';
import type { SplatCloud } from '../../src-main/engine/files/splat/splat-cloud.ts';
import { writeSplat } from '../../src-main/engine/files/splat/write-splat.ts';
import { writeSplatPly } from '../../src-main/engine/files/splat/write-splat-ply.ts';
import { SMALL_PARTS, type SmallParts } from '../helpers/models/small-parts.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { WRITERS } from '../engine/files/import/written.ts';
import { findFile, toBmp, toCrate, toEmbeddedGltf, toKtx2Glb, toTextFbx, toTextStl } from './reader-formats.ts';

/** A kind of file that a reader process is measured with. */
export interface ReaderFile {
  readonly name: string;
  /** What a file counts. */
  readonly unit: string;
  /** A quick run measures the first only, with `quickCount`. */
  readonly sizes: readonly FileSize[];
  readonly quickCount: number;
  /** What a reader is asked for. */
  readonly read: 'model' | 'picture' | 'ply' | 'splat';
  /** Makes a file with so many. */
  make(count: number): Promise<Uint8Array>;
}

/** How large a file is. */
export interface FileSize {
  readonly count: number;
  /** The end of the ids of its rows. */
  readonly suffix: '' | '-half' | '-limit' | '-above';
  /** The message with which a reader refuses it; null: it is read. */
  readonly refusal: string | null;
}

/** The largest file that is read, and one that is a little larger. */
interface FileLimit {
  readonly largest: number;
  readonly above: number;
  /** The message with which the larger one is refused. */
  readonly refusal: string;
}

const TRIANGLES = { largest: 2_000_000, above: 2_005_000, refusal: 'model-limit.triangles' } as const;
const FILE_SIZE = 'file.over-upload-limit';
const PIXELS = 'image-error.too-large';
const DECODER = 'image-error.too-much-memory';

/** A textured sphere in a format that a user drops: of a million triangles, of half as many, and at the limit. */
function model(
  name: string,
  write: (document: Document) => Promise<Uint8Array> | Uint8Array,
  { largest, above, refusal }: FileLimit = TRIANGLES,
): ReaderFile {
  const make = async (triangles: number): Promise<Uint8Array> =>
    write(await createIo().readBinary(await makeTexturedSphere(triangles, 64)));
  const sizes: FileSize[] = [
    { count: 1_000_000, suffix: '', refusal: null },
    { count: 500_000, suffix: '-half', refusal: null },
    { count: largest, suffix: '-limit', refusal: null },
    { count: above, suffix: '-above', refusal },
  ];
  return { name, unit: 'triangles', sizes, quickCount: 50_000, read: 'model', make };
}

/** A small sphere with textures that only few programs read: as many texels as its limits allow. */
function textures(
  name: string,
  write: (document: Document, texels: number) => Promise<Uint8Array>,
  limit: FileLimit,
): ReaderFile {
  const make = async (texels: number): Promise<Uint8Array> =>
    write(await createIo().readBinary(await makeTexturedSphere(2_000, 64)), texels);
  return { name, unit: 'texels', sizes: atLimit(limit), quickCount: 512 ** 2, read: 'model', make };
}

/** A square image with noise: as large as its limits allow; they are edges. */
function image(name: string, limit: FileLimit, encode: (image: Sharp) => Promise<Uint8Array>): ReaderFile {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const make = (pixels: number): Promise<Uint8Array> => {
    const side = Math.round(Math.sqrt(pixels));
    return encode(sharp({ create: { width: side, height: side, channels: 3, background: 'white', noise } }));
  };
  const sizes = atLimit({ ...limit, largest: limit.largest ** 2, above: limit.above ** 2 });
  return { name, unit: 'pixels', sizes, quickCount: 512 ** 2, read: 'picture', make };
}

/** Gaussian splats, as a service may return them; they are read in pieces. */
function splats(
  name: string,
  read: 'ply' | 'splat',
  count: number,
  write: (cloud: SplatCloud) => Uint8Array,
): ReaderFile {
  const make = (splatCount: number): Promise<Uint8Array> => Promise.resolve(write(makeCloud(splatCount)));
  return { name, unit: 'splats', sizes: [{ count, suffix: '', refusal: null }], quickCount: 20_000, read, make };
}

/** A model of many small parts: the largest number that is read, and a larger one. */
function smallParts({ name, part, make, ...limit }: SmallParts): ReaderFile {
  const makeFile = (count: number): Promise<Uint8Array> => Promise.resolve(make(count));
  const [stem, ending] = name.split('.');
  const file = `${stem}-${part.replace(' ', '-')}.${ending}`;
  return { name: file, unit: part, sizes: atLimit(limit), quickCount: 100, read: 'model', make: makeFile };
}

function atLimit({ largest, above, refusal }: FileLimit): FileSize[] {
  return [
    { count: largest, suffix: '', refusal: null },
    { count: above, suffix: '-above', refusal },
  ];
}

/** The formats that a reader process reads. */
export const READER_FILES: readonly ReaderFile[] = [
  model('model.glb', WRITERS.glb, { largest: 5_000_000, above: 5_008_000, refusal: 'model-limit.triangles' }),
  model('gltf.zip', WRITERS.gltf, { largest: 3_600_000, above: 3_700_000, refusal: 'model-limit.work' }),
  model('model.gltf', toEmbeddedGltf, { largest: 1_780_000, above: 1_830_000, refusal: 'gltf.json-too-large' }),
  model('obj.zip', WRITERS.obj),
  model('model.obj', async (document) => findFile(await WRITERS.obj(document), '.obj'), {
    largest: 1_480_000,
    above: 1_540_000,
    refusal: FILE_SIZE,
  }),
  model('model.stl', WRITERS.stl),
  model('text-stl.zip', async (document) =>
    zipSync({ 'model.stl': toTextStl(await WRITERS.stl(document)) }, { level: 1 }),
  ),
  model('model.3mf', WRITERS['3mf']),
  model('model.usdz', WRITERS.usdz),
  model('model.usda', async (document) => findFile(await WRITERS.usdz(document), '.usda')),
  model(
    'usda.zip',
    async (document) => zipSync({ 'model.usda': findFile(await WRITERS.usdz(document), '.usda') }, { level: 1 }),
    { largest: 1_850_000, above: 1_900_000, refusal: 'model-limit.available-memory' },
  ),
  model('model.usdc', toCrate),
  model('model.fbx', WRITERS['fbx for blender']),
  model('text.fbx', async (document) => toTextFbx(await WRITERS['fbx for blender'](document)), {
    largest: 1_100_000,
    above: 1_150_000,
    refusal: FILE_SIZE,
  }),
  textures('ktx2.glb', toKtx2Glb, {
    largest: 8 * 4096 ** 2,
    above: 9 * 4096 ** 2,
    refusal: 'model-limit.texture-pixels',
  }),
  splats('splats.ply', 'ply', 2_000_000, writeSplatPly),
  splats('splats.splat', 'splat', 4_000_000, writeSplat),
  image('image.png', { largest: 7100, above: 7200, refusal: FILE_SIZE }, (plain) =>
    plain.png({ compressionLevel: 1 }).toBuffer(),
  ),
  image('interlaced.png', { largest: 6850, above: 6950, refusal: DECODER }, (plain) =>
    plain.png({ compressionLevel: 1, progressive: true }).toBuffer(),
  ),
  image('image.jpg', { largest: 8192, above: 8208, refusal: PIXELS }, (plain) => plain.jpeg().toBuffer()),
  image('progressive.jpg', { largest: 7000, above: 7100, refusal: DECODER }, (plain) =>
    plain.jpeg({ progressive: true }).toBuffer(),
  ),
  image('image.webp', { largest: 8192, above: 8208, refusal: PIXELS }, (plain) => plain.webp({ effort: 0 }).toBuffer()),
  image('image.bmp', { largest: 6620, above: 6640, refusal: DECODER }, toBmp),
  image('image.tif', { largest: 7230, above: 7300, refusal: FILE_SIZE }, (plain) =>
    plain.tiff({ compression: 'none' }).toBuffer(),
  ),
  image('image.gif', { largest: 5728, above: 5800, refusal: DECODER }, (plain) => plain.gif({ effort: 1 }).toBuffer()),
  image('image.avif', { largest: 4112, above: 4176, refusal: DECODER }, (plain) =>
    plain.avif({ effort: 0 }).toBuffer(),
  ),
  ...SMALL_PARTS.map(smallParts),
];

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
