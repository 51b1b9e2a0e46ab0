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

/** Converts a bending cylinder. */
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

/** Both clips, each at every point, moved as `place` says. */
async function expectMotion(found: readonly PlayedClip[], place: (box: PlayedBox) => PlayedBox, within: number) {
  const meant = await playGltf(createBendingModel(), SHARES);
  expect(found.map(({ name }) => name).sort()).toEqual(['bend', 'hop']);
  for (const clip of meant) {
    const own = found.find(({ name }) => name === clip.name)!;
    clip.boxes.forEach((box, i) => {
      expect(boxDifference(own.boxes[i]!, place(box)), `${clip.name} at ${SHARES[i]}`).toBeLessThan(within);
    });
  }
}

const stay = (box: PlayedBox): PlayedBox => box;
/** Twice the size, the front to +x, the middle of the bottom to the origin. */
const placed = ([low, high]: PlayedBox): PlayedBox => [
  [2 * low[2]! - 1, 2 * low[1]!, -2 * high[0]! + 2],
  [2 * high[2]! - 1, 2 * high[1]!, -2 * low[0]! + 2],
];

const KEPT: readonly (readonly [string, Partial<ConvertOptions>, typeof stay, number])[] = [
  ['nothing', {}, stay, 0.001],
  [
    'size, orientation and pivot',
    { scaleFactor: 2, exportOrientation: '+y', pivotToCenterBottom: true },
    placed,
    0.001,
  ],
  ['fewer faces', { faceLimit: 100 }, stay, 0.05],
  ['quads', { quad: true }, stay, 0.001],
  ['fewer faces as quads', { quad: true, faceLimit: 80 }, stay, 0.06],
  ['new uvs', { bake: true, textureSize: 64 }, stay, 0.001],
  ['packed uvs', { packUv: true, textureSize: 64 }, stay, 0.001],
  ['a part', { partNames: ['body'] }, stay, 0.001],
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

test('a GLTF holds skins and clips bit by bit', async () => {
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
  'a model that is cut is frozen, and a note says so: %o',
  async (options) => {
    const { bytes, notes } = await convert({ ...options, format: 'FBX' });
    expect(playFbx(bytes, SHARES)).toEqual([]);
    expect(notes.map(toEngineText)).toEqual([
      'The model was cut in its rest pose. Its skeleton, morph targets and animations were omitted.',
    ]);
  },
);

test.each(['OBJ', 'STL', '3MF'] as const)(
  '%s holds the pose of the nodes, and a note says what it lost',
  async (format) => {
    const { notes } = await convert({ format }, { hasShape: true, isBent: true });
    expect(notes.map(toEngineText)).toEqual([
      `${format} files are static. The model is in its rest pose, without its skeleton, its morph targets, and its animations.`,
    ]);
  },
);

test('a USDZ tells that morph targets were left out', async () => {
  const { notes } = await convert({ format: 'USDZ' }, { hasShape: true });
  expect(toEngineText(notes[0]!)).toBe(
    'The morph targets were omitted from the USDZ file. The model has its rest shape.',
  );
});
