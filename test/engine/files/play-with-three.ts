import type { Document } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { AnimationMixer, Box3, LoadingManager, LoopOnce, Texture, type AnimationClip, type Object3D } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';
import { writeGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';

/** Low corner and high corner. */
export type PlayedBox = readonly [low: readonly number[], high: readonly number[]];

/** A clip as another program plays it. */
export interface PlayedClip {
  readonly name: string;
  readonly seconds: number;
  /** The box around all surfaces at each of the points asked for. */
  readonly boxes: readonly PlayedBox[];
}

/** Plays every clip of a document as glTF, without its images; `shares` are points as parts of a clip's length. */
export async function playGltf(document: Document, shares: readonly number[]): Promise<PlayedClip[]> {
  const copy = cloneDocument(document);
  for (const texture of copy.getRoot().listTextures()) texture.dispose();
  const bytes = await writeGlb(copy);
  const { scene, animations } = await new GLTFLoader().parseAsync(new Uint8Array(bytes).buffer, '');
  return play(scene, animations, shares);
}

/** Plays every clip of an FBX file. */
export function playFbx(bytes: Uint8Array, shares: readonly number[]): PlayedClip[] {
  // three decodes images with the DOM only: here every image is an empty texture.
  const manager = new LoadingManager();
  const textures = { path: '', setPath: () => textures, load: () => new Texture() };
  manager.addHandler(/\.\w+$/, textures as never);
  const group = new FBXLoader(manager).parse(new Uint8Array(bytes).buffer, '');
  return play(group, group.animations, shares);
}

/** Plays every clip of a USDZ file without images. */
export function playUsdz(bytes: Uint8Array, shares: readonly number[]): PlayedClip[] {
  const group = new USDLoader().parse(new Uint8Array(bytes).buffer);
  return play(group, group.animations, shares);
}

function play(root: Object3D, clips: readonly AnimationClip[], shares: readonly number[]): PlayedClip[] {
  return clips.map((clip) => {
    const mixer = new AnimationMixer(root);
    const boxes = shares.map((share): PlayedBox => {
      const action = mixer.clipAction(clip).reset().setLoop(LoopOnce, 1);
      action.clampWhenFinished = true;
      action.play();
      mixer.setTime(share * clip.duration);
      root.updateMatrixWorld(true);
      const { min, max } = new Box3().setFromObject(root, true);
      return [min.toArray(), max.toArray()];
    });
    mixer.stopAllAction();
    return { name: clip.name, seconds: clip.duration, boxes };
  });
}

/** The largest difference between two boxes, as a part of the second one's longest side. */
export function boxDifference(one: PlayedBox, other: PlayedBox): number {
  const longest = Math.max(...other[1].map((high, axis) => high - other[0][axis]!));
  const gaps = [0, 1].flatMap((corner) => other[corner]!.map((value, axis) => Math.abs(value - one[corner]![axis]!)));
  return Math.max(...gaps) / longest;
}
