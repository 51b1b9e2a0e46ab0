import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document, Node } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { animateInPlace } from '../../../../src-main/engine/change/convert/animate-in-place.ts';
import { MERGED_CLIP_NAME, assembleAnimation } from '../../../../src-main/engine/change/convert/assemble-animation.ts';
import { convertModel } from '../../../../src-main/engine/change/convert/convert-model.ts';
import {
  defaultConvertOptions,
  type ConvertOptions,
} from '../../../../src-main/engine/change/convert/convert-options.ts';
import { createIo, readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { createBendingModel } from '../../files/moving-models.ts';
import { boxDifference, playGltf, playUsdz } from '../../files/play-with-three.ts';

type Point = readonly [x: number, y: number, z: number];

/** Position at a fraction of a clip, 0 to 1. */
type Path = (share: number) => Point;

const KEYS = 21;
const steady: Path = (share) => [0.02 * Math.sin(share * 2 * Math.PI), 0.1 * share, 3 * share];
const leap: Path = (share) => [0, Math.sin(share * Math.PI), share < 0.5 ? 0 : 2];

/**
 * Creates the bending cylinder with one clip of two seconds per path, which moves the node `on` along it, in the space
 * of the node's parent.
 */
function createMovingModel(
  paths: Readonly<Record<string, Path>>,
  { on = 'lower', interpolation = 'LINEAR' }: { on?: string; interpolation?: 'LINEAR' | 'CUBICSPLINE' } = {},
): Document {
  const document = createBendingModel();
  const root = document.getRoot();
  for (const clip of root.listAnimations()) clip.dispose();
  const node = findNode(document, on);
  for (const [name, path] of Object.entries(paths)) {
    const times = Array.from({ length: KEYS }, (_, key) => (2 * key) / (KEYS - 1));
    const velocity = (time: number): Point => {
      const [from, to] = [path(time / 2 - 1e-4), path(time / 2 + 1e-4)];
      return [0, 1, 2].map((k) => (to[k]! - from[k]!) / 4e-4) as unknown as Point;
    };
    const rows = times.flatMap((time) =>
      interpolation === 'LINEAR' ? [path(time / 2)] : [velocity(time), path(time / 2), velocity(time)],
    );
    addChannel(document, name, node, times, rows, interpolation);
  }
  return document;
}

function findNode(document: Document, name: string): Node {
  return document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name)!;
}

function addChannel(
  document: Document,
  name: string,
  node: Node,
  times: readonly number[],
  rows: readonly Point[],
  interpolation: 'LINEAR' | 'CUBICSPLINE' = 'LINEAR',
): void {
  const accessor = (type: 'SCALAR' | 'VEC3', values: readonly number[]) =>
    document
      .createAccessor()
      .setBuffer(document.getRoot().listBuffers()[0]!)
      .setType(type)
      .setArray(Float32Array.from(values));
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', times))
    .setOutput(accessor('VEC3', rows.flat()))
    .setInterpolation(interpolation);
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath('translation')
    .setSampler(sampler);
  document.createAnimation(name).addSampler(sampler).addChannel(channel);
}

/** Returns the translation keys of a clip, without the tangents of splines. */
function readTranslations(document: Document, name: string): number[][] {
  const clip = document
    .getRoot()
    .listAnimations()
    .find((each) => each.getName() === name)!;
  const sampler = clip.listChannels()[0]!.getSampler()!;
  const isSpline = sampler.getInterpolation() === 'CUBICSPLINE';
  const count = sampler.getInput()!.getCount();
  return Array.from({ length: count }, (_, key) => sampler.getOutput()!.getElement(isSpline ? 3 * key + 1 : key, []));
}

const span = (translations: readonly number[][], axis: number): number => {
  const own = translations.map((translation) => translation[axis]!);
  return Math.max(...own) - Math.min(...own);
};

describe('animateInPlace', () => {
  test('removes steady motion and keeps sway and height', () => {
    const document = createMovingModel({ walk: steady });
    expect(animateInPlace(document)).toEqual([]);
    const translations = readTranslations(document, 'walk');
    translations.forEach(([x, y, z], key) => {
      const [swayed, height] = steady(key / (KEYS - 1));
      expect(x).toBeCloseTo(swayed, 5);
      expect(y).toBeCloseTo(height, 5);
      expect(z).toBeCloseTo(0, 5);
    });
  });

  test('removes horizontal motion from a leap and keeps its height', () => {
    const document = createMovingModel({ leap });
    animateInPlace(document);
    const translations = readTranslations(document, 'leap');
    expect([span(translations, 0), span(translations, 2)]).toEqual([0, 0]);
    expect(span(translations, 1)).toBeCloseTo(1, 5);
  });

  test('removes motion between the keys of a spline too', async () => {
    const document = createMovingModel({ leap }, { interpolation: 'CUBICSPLINE' });
    animateInPlace(document);
    const [clip] = await playGltf(document, [0, 0.26, 0.52, 0.77]);
    for (const [low, high] of clip!.boxes) {
      expect((low[2]! + high[2]!) / 2).toBeCloseTo(0.5, 4);
    }
  });

  test('pins a skeleton once, however many skins it has', () => {
    const makeDance = (skins: number) => {
      const document = createMovingModel({ dance: leap });
      const [skin] = document.getRoot().listSkins();
      const hips = skin!.listJoints()[0]!;
      const root = document.createNode('root');
      findNode(document, 'armature').removeChild(hips).addChild(root.addChild(hips));
      const [clip] = document.getRoot().listAnimations();
      const [sway] = clip!.listChannels();
      const path = document.createAnimationChannel().setTargetNode(root).setTargetPath('translation');
      clip!.addChannel(path.setSampler(sway!.getSampler()));
      skin!.addJoint(root);
      for (let more = 1; more < skins; more++) {
        const own = document.createSkin();
        for (const joint of skin!.listJoints()) own.addJoint(joint);
      }
      animateInPlace(document);
      const values = (channel: typeof path) => [...channel.getSampler()!.getOutput()!.getArray()!];
      return [values(path), values(sway!)];
    };
    const [path, sway] = makeDance(1);
    expect(makeDance(2)).toEqual([path, sway]);
    expect(path).not.toEqual(sway);
  });

  test('uses the ground plane of the world, not of the skeleton’s parent', () => {
    // With Z up, as in Blender, the joint moves along −y of its parent, and z is its height.
    const document = createMovingModel({ walk: (share) => [0, -3 * share, 0.5 * share] });
    findNode(document, 'armature').setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    animateInPlace(document);
    const translations = readTranslations(document, 'walk');
    expect(span(translations, 1)).toBeCloseTo(0, 5);
    expect(span(translations, 2)).toBeCloseTo(0.5, 5);
  });

  test('keeps the motion of limbs and notes a model without root motion', () => {
    const document = createBendingModel();
    expect(animateInPlace(document).map(toEngineText)).toEqual([
      'animate_in_place has no effect: no animation of the model changes its position.',
    ]);
  });

  test('pins an animated node of a model without a skeleton', () => {
    const document = createMovingModel({ drive: (share) => [4 * share, 0, 0] }, { on: 'armature' });
    for (const skin of document.getRoot().listSkins()) skin.dispose();
    animateInPlace(document);
    expect(span(readTranslations(document, 'drive'), 0)).toBeCloseTo(0, 5);
  });

  test('does not change other channels that share a sampler', () => {
    const document = createMovingModel({ walk: steady });
    const [walk] = document.getRoot().listAnimations();
    const sampler = walk!.listSamplers()[0]!;
    const box = document.createNode('box');
    document.getRoot().getDefaultScene()!.addChild(box);
    const channel = document.createAnimationChannel().setTargetNode(box).setTargetPath('translation');
    walk!.addChannel(channel.setSampler(sampler));
    animateInPlace(document);
    expect(
      channel
        .getSampler()!
        .getOutput()!
        .getElement(KEYS - 1, [])[2],
    ).toBe(3);
  });
});

describe('assembleAnimation', () => {
  test('plays clips one after the other, one frame apart, and notes their times', async () => {
    const document = createBendingModel({ hasShape: true });
    const before = await playGltf(document, [0, 0.25, 0.5, 1]);
    const notes = assembleAnimation(document);
    expect(notes.map(toEngineText)).toEqual([
      `The animations were joined into “${MERGED_CLIP_NAME}”: “bend” 0.00–1.00 s, “hop” 1.03–3.03 s, “widen” 3.07–4.07 s.`,
    ]);
    let start = 0;
    const [whole] = await playGltf(document, [0]);
    expect(whole!.seconds).toBeCloseTo(4 + 2 / 30, 4);
    for (const { name, seconds, boxes } of before) {
      const shares = [0, 0.25, 0.5, 1].map((share) => (start + share * seconds) / whole!.seconds);
      const [played] = await playGltf(document, shares);
      played!.boxes.forEach((box, i) => expect(boxDifference(box, boxes[i]!), `${name} ${i}`).toBeLessThan(0.002));
      start += seconds + 1 / 30;
    }
  });

  test('reproduces spline curves', async () => {
    const document = createBendingModel({ interpolation: 'CUBICSPLINE' });
    const shares = [0.1, 0.3, 0.7, 0.9];
    const [bend] = await playGltf(document, shares);
    assembleAnimation(document);
    const [played] = await playGltf(
      document,
      shares.map((share) => share / (3 + 1 / 30)),
    );
    played!.boxes.forEach((box, i) => expect(boxDifference(box, bend!.boxes[i]!)).toBeLessThan(0.005));
  });

  test('keeps a single clip and adds a note', () => {
    const document = createMovingModel({ walk: steady });
    expect(assembleAnimation(document).map(toEngineText)).toEqual([
      'assemble_animation has no effect: the model has fewer than two animations.',
    ]);
    expect(
      document
        .getRoot()
        .listAnimations()
        .map((clip) => clip.getName()),
    ).toEqual(['walk']);
  });
});

describe('convertModel', () => {
  const convert = async (document: Document, options: Partial<ConvertOptions>) =>
    convertModel(
      await writeGlb(document),
      { ...defaultConvertOptions(options.format ?? 'GLTF'), ...options },
      () => undefined,
    );

  test('writes a valid glTF with both options, in which the model stays in place', async () => {
    const { bytes, notes } = await convert(createMovingModel({ walk: steady, leap }), {
      animateInPlace: true,
      assembleAnimation: true,
      scaleFactor: 2,
    });
    expect(notes.map(toEngineText)).toHaveLength(1);
    const files = unzipSync(bytes);
    const json = JSON.parse(Buffer.from(files['model.gltf']!).toString()) as never;
    const made = await createIo().readJSON({ json, resources: files });
    const { issues } = await validateBytes(new Uint8Array(await writeGlb(made)));
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    const [clip] = await playGltf(await readGlb(await writeGlb(made)), [0, 0.2, 0.6, 0.9]);
    for (const [low, high] of clip!.boxes) expect((low[2]! + high[2]!) / 2).toBeCloseTo(1, 1);
  });

  test('writes a USDZ that plays all clips if they are merged', async () => {
    const { bytes, notes } = await convert(createBendingModel(), { format: 'USDZ', assembleAnimation: true });
    expect(notes.map(toEngineText).join()).not.toContain('USDZ plays one animation');
    const clips = playUsdz(bytes, [0, 1]);
    expect(clips.map(({ seconds }) => seconds)).toEqual([expect.closeTo(3 + 1 / 30, 3)]);
  });

  test('notes only the missing clips for a static format', async () => {
    const { notes } = await convert(createBendingModel(), { format: 'STL', animateInPlace: true });
    expect(notes.map(toEngineText)).toEqual([
      'STL files are static. The model is in its rest pose, without its skeleton and its animations.',
    ]);
  });
});
