import {
  AnimationClip,
  Box3,
  BoxGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  VectorKeyframeTrack,
  type WebGLRenderer,
} from 'three';
import { expect, test } from 'vitest';
import { createStage, putBeside } from '../../../../../src-renderer/features/viewer/scene/viewer-stage.ts';
import type { LoadedModel } from '../../../../../src-renderer/features/viewer/load/unpack-model.ts';
import type { ViewOptions } from '../../../../../src-renderer/features/viewer/scene/view-options.ts';

const OPTIONS: ViewOptions = {
  ...{ shading: 'lit', environment: 'studio', turn: 0, exposure: 0, split: null, turntable: false },
  ...{ grid: false, dimensions: false, figure: false, skeleton: false },
  playing: { clip: 0, playing: true, speed: 1, loop: true },
};

/** A box of 1 m whose clip moves it from 0 to 10 m along x in two seconds. */
function makeModel(material = new MeshStandardMaterial()): LoadedModel {
  const object = new Group().add(new Mesh(new BoxGeometry(), material));
  const clips = [new AnimationClip('walk', 2, [new VectorKeyframeTrack('.position', [0, 2], [0, 0, 0, 10, 0, 0])])];
  // The stage reads no statistics.
  return { object, clips, box: new Box3().setFromObject(object), statistics: null as never };
}

/** No model here has a drawer, which alone uses the renderer. */
const openStage = () => createStage(null as unknown as WebGLRenderer, () => undefined);

test('a compared model plays from where the first one is', () => {
  const [first, second] = [openStage(), openStage()];
  first.put(makeModel());
  first.set(OPTIONS);
  first.player?.advance(0.7);
  putBeside(second, first, makeModel(), OPTIONS);
  // As all stages are set after a change.
  for (const stage of [first, second]) stage.set(OPTIONS);
  for (const stage of [first, second]) stage.player?.advance(0.1);
  expect(first.player?.seconds).toBeCloseTo(0.8);
  expect(second.player?.seconds).toBeCloseTo(0.8);
});

test('a stage keeps the materials of the last model at most, and none when it is closed', () => {
  const stage = openStage();
  const kept = new Set<MeshStandardMaterial>();
  const made = Array.from({ length: 50 }, () => {
    const material = new MeshStandardMaterial();
    material.addEventListener('dispose', () => kept.delete(material));
    kept.add(material);
    stage.put(makeModel(material));
    stage.clear();
    return material;
  });
  expect([...kept]).toEqual(made.slice(-1));
  stage.close();
  expect(kept.size).toBe(0);
});
