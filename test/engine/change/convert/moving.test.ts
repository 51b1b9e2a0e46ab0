import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { unzipSync } from 'fflate';
import { convertModel } from '../../../../src-main/engine/change/convert/convert-model.ts';
import {
  defaultConvertOptions,
  type ConvertOptions,
} from '../../../../src-main/engine/change/convert/convert-options.ts';
import { createIo, readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { createBendingModel, type BendingOptions } from '../../files/moving-models.ts';
import {
  boxDifference,
  playFbx,
  playGltf,
  playUsdz,
  type PlayedBox,
  type PlayedClip,
} from '../../files/play-with-three.ts';

const SHARES = [0, 0.25, 0.5, 1];

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Converts the bending cylinder. */
async function convert(
  options: Partial<ConvertOptions>,
  model: BendingOptions = { primitives: 2, armatureSize: 0.01 },
) {
  const glb = await writeGlb(createBendingModel(model));
  return convertModel(glb, { ...defaultConvertOptions(options.format ?? 'FBX'), ...options }, () => undefined);
}

/** Reads and plays a zipped glTF. */
async function playZip(bytes: Uint8Array): Promise<PlayedClip[]> {
  const files = unzipSync(bytes);
  const json = JSON.parse(Buffer.from(files['model.gltf']!).toString()) as never;
  return playGltf(await createIo().readJSON({ json, resources: files }), SHARES);
}

/** Expects both clips of the bending cylinder, with their bounding boxes transformed by `place`. */
async function expectMotion(found: readonly PlayedClip[], place: (box: PlayedBox) => PlayedBox, within: number) {
  const expected = await playGltf(createBendingModel(), SHARES);
  expect(found.map(({ name }) => name).sort()).toEqual(['bend', 'hop']);
  for (const clip of expected) {
    const own = found.find(({ name }) => name === clip.name)!;
    clip.boxes.forEach((box, i) => {
      expect(boxDifference(own.boxes[i]!, place(box)), `${clip.name} at ${SHARES[i]}`).toBeLessThan(within);
    });
  }
}

const unchanged = (box: PlayedBox): PlayedBox => box;
/** Scaled by 2, front to +x, the centre of the bottom at the origin. */
const placed = ([low, high]: PlayedBox): PlayedBox => [
  [2 * low[2]! - 1, 2 * low[1]!, -2 * high[0]! + 2],
  [2 * high[2]! - 1, 2 * high[1]!, -2 * low[0]! + 2],
];

const KEPT: readonly (readonly [string, Partial<ConvertOptions>, typeof unchanged, number])[] = [
  ['nothing', {}, unchanged, 0.001],
  [
    'size, orientation and pivot',
    { scaleFactor: 2, exportOrientation: '+y', pivotToCenterBottom: true },
    placed,
    0.001,
  ],
  ['fewer faces', { faceLimit: 100 }, unchanged, 0.05],
  ['quads', { quad: true }, unchanged, 0.001],
  ['fewer faces as quads', { quad: true, faceLimit: 80 }, unchanged, 0.06],
  ['new UVs', { bake: true, textureSize: 64 }, unchanged, 0.001],
  ['packed UVs', { packUv: true, textureSize: 64 }, unchanged, 0.001],
  ['a part', { partNames: ['body'] }, unchanged, 0.001],
];

describe.each(KEPT)('skeleton and clips are kept with %s', (_, options, place, within) => {
  it('in FBX', async () => {
    const { bytes, notes } = await convert({ ...options, format: 'FBX' });
    await expectMotion(playFbx(bytes, SHARES), place, within);
    expect(notes.map(toEngineText).filter((note) => !note.includes('quad'))).toEqual([]);
  });

  it('in GLTF', async () => {
    const { bytes, notes } = await convert({ ...options, format: 'GLTF' });
    await expectMotion(await playZip(bytes), place, within);
    expect(notes.map(toEngineText).filter((note) => !note.includes('quad'))).toEqual([]);
  });

  it('in USDZ', async () => {
    const { bytes, notes } = await convert({ ...options, format: 'USDZ' });
    await expectMotion(playUsdz(bytes, SHARES), place, within);
    expect(notes.map(toEngineText).filter((note) => !note.includes('quad'))).toEqual([
      'USDZ plays one animation: “bend”. The file also stores the skeleton animation of “hop” for programs that can select it.',
    ]);
  });
});

test('GLTF keeps skins and clips exactly', async () => {
  const before = await readGlb(await writeGlb(createBendingModel({ hasShape: true, interpolation: 'CUBICSPLINE' })));
  const { bytes } = await convert({ format: 'GLTF' }, { hasShape: true, interpolation: 'CUBICSPLINE' });
  const files = unzipSync(bytes);
  const json = JSON.parse(Buffer.from(files['model.gltf']!).toString()) as never;
  const after = await createIo().readJSON({ json, resources: files });
  const listAll = (model: typeof before) =>
    model
      .getRoot()
      .listAnimations()
      .map((clip) => ({
        name: clip.getName(),
        channels: clip.listChannels().map((channel) => ({
          node: channel.getTargetNode()?.getName(),
          path: channel.getTargetPath(),
          interpolation: channel.getSampler()?.getInterpolation(),
          times: channel.getSampler()?.getInput()?.getArray(),
          values: channel.getSampler()?.getOutput()?.getArray(),
        })),
      }));
  expect(listAll(after)).toEqual(listAll(before));
  const skinOf = (model: typeof before) => {
    const [skin] = model.getRoot().listSkins();
    return [skin?.getInverseBindMatrices()?.getArray(), skin?.listJoints().map((joint) => joint.getName())];
  };
  expect(skinOf(after)).toEqual(skinOf(before));
});

test.each([{ flattenBottom: true, flattenBottomThreshold: 0.1 }, { forceSymmetry: true }])(
  'a model that is cut loses its animation, with a note: %o',
  async (options) => {
    const { bytes, notes } = await convert({ ...options, format: 'FBX' });
    expect(playFbx(bytes, SHARES)).toEqual([]);
    expect(notes.map(toEngineText)).toEqual([
      'The model was cut in its rest pose. Its skeleton, morph targets and animations were omitted.',
    ]);
  },
);

test.each(['OBJ', 'STL', '3MF'] as const)('%s stores the rest pose and notes the losses', async (format) => {
  const { notes } = await convert({ format }, { hasShape: true, isBent: true });
  expect(notes.map(toEngineText)).toEqual([
    `${format} files are static. The model is in its rest pose, without its skeleton, its morph targets, and its animations.`,
  ]);
});

test('USDZ notes that morph targets are omitted', async () => {
  const { notes } = await convert({ format: 'USDZ' }, { hasShape: true });
  expect(toEngineText(notes[0]!)).toBe(
    'The morph targets were omitted from the USDZ file. The model has its rest shape.',
  );
});
