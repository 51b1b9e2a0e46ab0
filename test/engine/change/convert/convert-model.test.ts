import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { existsSync, readFileSync } from 'node:fs';
import { Logger, NodeIO, type Document, type GLTF } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { unzipSync } from 'fflate';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { convertModel, type ConvertResult } from '../../../../src-main/engine/change/convert/convert-model.ts';
import {
  defaultConvertOptions,
  type ConvertOptions,
} from '../../../../src-main/engine/change/convert/convert-options.ts';
import type { ConvertFormat } from '../../../../src-shared/formats/formats.ts';
import { writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { measure } from './measure.ts';
import { addPart, boxPiece, createModel, createTwoParts } from './models.ts';
import { SAMPLES } from '../../../helpers/samples.ts';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const FORMATS = ['GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF'] as const;
const MODELS = pathToFileURL(path.join(SAMPLES, 'models/'));

const VARIANTS: readonly (readonly [name: string, options: Partial<ConvertOptions>])[] = [
  ['nothing', {}],
  ['texture_format JPEG', { textureFormat: 'JPEG' }],
  ['texture_format OPEN_EXR and texture_size', { textureFormat: 'OPEN_EXR', textureSize: 64 }],
  ['texture_format WEBP', { textureFormat: 'WEBP', textureSize: 128 }],
  ['quad', { quad: true }],
  ['face_limit', { faceLimit: 300 }],
  ['face_limit and quad', { faceLimit: 300, quad: true }],
  ['flatten_bottom', { flattenBottom: true, flattenBottomThreshold: 0.2, textureSize: 64 }],
  ['force_symmetry', { forceSymmetry: true, textureSize: 64 }],
  ['bake', { bake: true, textureSize: 128, faceLimit: 2000 }],
  ['pack_uv', { packUv: true, textureSize: 128 }],
  ['place', { pivotToCenterBottom: true, scaleFactor: 2.5, exportOrientation: '-y', textureSize: 64 }],
  ['export_vertex_colors', { exportVertexColors: true, textureSize: 64 }],
  [
    'everything',
    {
      textureSize: 64,
      textureFormat: 'PNG',
      quad: true,
      faceLimit: 500,
      flattenBottom: true,
      pivotToCenterBottom: true,
      scaleFactor: 0.5,
      forceSymmetry: true,
      bake: true,
      exportVertexColors: true,
      exportOrientation: '+y',
      fbxPreset: '3dsmax',
    },
  ],
];

function convert(
  glb: Uint8Array,
  format: ConvertFormat,
  options: Partial<ConvertOptions> = {},
): Promise<ConvertResult> {
  return convertModel(glb, { ...defaultConvertOptions(format), ...options }, () => {});
}

/** Validates the zip of a GLTF result with the glTF validator and reads it. */
async function readGltf({ bytes }: ConvertResult): Promise<Document> {
  const files = unzipSync(bytes);
  const [main] = Object.keys(files).filter((path) => path.endsWith('.gltf'));
  const report = await validateBytes(files[main!]!, {
    externalResourceFunction: (uri) => Promise.resolve(files[decodeURIComponent(uri)]!),
  });
  expect(report.issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
  const json = JSON.parse(Buffer.from(files[main!]!).toString()) as GLTF.IGLTF;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).setLogger(new Logger(Logger.Verbosity.SILENT));
  return io.readJSON({ json, resources: files });
}

async function createBoxGlb(): Promise<Uint8Array> {
  const model = createModel();
  addPart(model, 'box', [boxPiece([-0.3, -0.7, 0], [1, 0.2, 2])]);
  return writeGlb(model);
}

test('without options a model is unchanged', async () => {
  const result = await convert(await createBoxGlb(), 'GLTF');
  expect(result).toMatchObject({ extension: 'zip', notes: [], triangles: 12 });
  const { min, max, openEdges } = measure(await readGltf(result));
  expect(min).toEqual([-0.3, -0.7, 0].map(Math.fround));
  expect(max).toEqual([1, 0.2, 2].map(Math.fround));
  expect(openEdges).toBe(0);
});

test('progress never decreases and ends at 1', async () => {
  const shares: number[] = [];
  const options = { ...defaultConvertOptions('STL'), faceLimit: 4 };
  await convertModel(await createBoxGlb(), options, (share) => shares.push(share));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});

test.each([
  [{ faceLimit: 0 }, 'face_limit must be'],
  [{ textureSize: 1.5 }, 'texture_size must be'],
  [{ scaleFactor: 0 }, 'scale_factor must be'],
  [{ scaleFactor: Infinity }, 'scale_factor must be'],
  [{ flattenBottomThreshold: 1 }, 'flatten_bottom_threshold must be'],
  [{ flattenBottomThreshold: NaN }, 'flatten_bottom_threshold must be'],
  [{ partNames: ['lid'] }, 'part_names: the model has no part “lid”'],
] as const)('%j is rejected with an error that names the option', async (options, sentence) => {
  await expect(convert(await createBoxGlb(), 'OBJ', options)).rejects.toThrow(sentence);
});

test('a model without triangles is rejected', async () => {
  const model = createModel();
  addPart(model, 'wire', [{ positions: [0, 0, 0, 1, 1, 1], indices: [0, 1] }]);
  model.getRoot().listMeshes()[0]!.listPrimitives()[0]!.setMode(1);
  await expect(convert(await writeGlb(model), 'GLTF')).rejects.toMatchObject({ code: 'empty-model' });
});

test('a degenerate model is converted or rejected with an OperationError by every option', async () => {
  const model = createModel();
  addPart(model, 'line', [{ positions: [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 0], indices: [0, 1, 2, 0, 0, 0, 0, 2, 3] }]);
  const glb = await writeGlb(model);
  for (const [, options] of VARIANTS) {
    const result = await convert(glb, 'GLTF', options).catch((error: unknown) => error as Error);
    if (result instanceof Error) expect(result.name).toBe('OperationError');
  }
});

test('textures are scaled down but never up, and keep their format by default', async () => {
  const glb = await writeGlb(await createTwoParts());
  const sizes = async (textureSize: number) => {
    const document = await readGltf(await convert(glb, 'GLTF', { textureSize }));
    return document
      .getRoot()
      .listTextures()
      .map((texture) => [texture.getMimeType(), texture.getSize()![0]]);
  };
  expect(await sizes(48)).toEqual([
    ['image/png', 48],
    ['image/png', 32],
  ]);
  expect(await sizes(4096)).toEqual([
    ['image/png', 64],
    ['image/png', 32],
  ]);
});

test('textures in an unsupported format are written as PNG, with a note', async () => {
  const glb = await writeGlb(await createTwoParts());
  expect((await convert(glb, 'USDZ', { textureFormat: 'DPX' })).notes.map(toEngineText)).toEqual([
    'USDZ does not support DPX textures. They were written as PNG.',
  ]);
  expect(toEngineText((await convert(glb, 'STL', { textureFormat: 'DPX' })).notes[0]!)).toContain(
    'contain no textures',
  );
  expect(Object.keys(unzipSync((await convert(glb, 'OBJ', { textureFormat: 'TARGA' })).bytes))).toContain('red.tga');
});

test('vertex colours are baked from the texture, which is then removed in glTF', async () => {
  const glb = await writeGlb(await createTwoParts());
  const document = await readGltf(await convert(glb, 'GLTF', { exportVertexColors: true }));
  expect(document.getRoot().listTextures()).toHaveLength(0);
  const color = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('COLOR_0')!;
  expect(color.getElement(0, [])[0]).toBeCloseTo(1, 5);

  const obj = await convert(glb, 'OBJ', { exportVertexColors: true });
  const text = Buffer.from(unzipSync(obj.bytes)['model.obj']!).toString();
  expect(/^v( \S+){6}$/m.test(text)).toBe(true);
});

test('all options apply together', async () => {
  const glb = await writeGlb(await createTwoParts());
  const [, options] = VARIANTS.at(-1)!;
  const result = await convert(glb, 'GLTF', { ...options, exportVertexColors: false });
  const document = await readGltf(result);
  const { min, max, openEdges, volume } = measure(document);
  expect(openEdges).toBe(0);
  expect(volume).toBeGreaterThan(0);
  expect(min[1]).toBeCloseTo(0, 5);
  expect(min[0]! + max[0]!).toBeCloseTo(0, 5);
  expect(min[2]! + max[2]!).toBeCloseTo(0, 5);
  expect(document.getRoot().listMaterials()).toHaveLength(1);
  expect(
    document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getSize()),
  ).toEqual([[64, 64]]);
  expect(result.notes.map(toEngineText)).toEqual([
    'GLTF supports triangles only. Each quad was written as two triangles.',
  ]);
});

describe.each(['probe', 'DamagedHelmet', 'knot20k', 'Fox'])('the sample %s', (sample) => {
  const file = new URL(`${sample}.glb`, MODELS);
  if (!existsSync(file)) {
    test.skip(`is absent (${sample}.glb in shared/samples/models)`, () => {});
    return;
  }
  const glb = new Uint8Array(readFileSync(file));
  // Large samples take seconds per file, so each option is tested with glTF and one other format in turn.
  const isLarge = glb.length > 300_000;
  test.each(VARIANTS)('can be converted with %s', async (name, options) => {
    const turn = VARIANTS.findIndex(([other]) => other === name) % (FORMATS.length - 1);
    for (const format of isLarge ? (['GLTF', FORMATS[turn + 1]!] as const) : FORMATS) {
      const result = await convert(glb, format, options);
      expect(result.bytes.length).toBeGreaterThan(100);
      expect(result.triangles).toBeGreaterThan(0);
      if (options.faceLimit) expect(result.triangles).toBeLessThanOrEqual(options.faceLimit * (options.quad ? 2 : 1));
      if (format !== 'GLTF') continue;
      const document = await readGltf(result);
      const { max, min } = measure(document);
      if (options.pivotToCenterBottom) expect(Math.abs(min[1]!)).toBeLessThan((max[1]! - min[1]!) * 1e-5);
      for (const texture of document.getRoot().listTextures()) {
        expect(Math.max(...texture.getSize()!)).toBeLessThanOrEqual(options.textureSize ?? Infinity);
      }
    }
  });
});
