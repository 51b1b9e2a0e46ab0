import type { Document } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';

/** A model as a reader must have got it, whatever the file. */
export interface Measured {
  readonly triangles: number;
  /** Lowest and highest corner in the world, metres, +Y up. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Within closed surfaces wound counter-clockwise from outside; negative: they are wound the wrong way. */
  readonly volume: number;
  /** Share of the corners whose normal looks to the side its triangle looks to; null: there are no normals. */
  readonly agreeing: number | null;
  /** Of each material that is used: name, colour factor, and the pixels of its colour map. */
  readonly materials: readonly string[];
}

/** Measures what a document's scene shows. */
export function measureDocument(document: Document): Measured {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let [triangles, volume, corners, agreeing] = [0, 0, 0, 0];
  for (const { positions, normals, indices } of primitives) {
    positions.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3]!, value);
      high[i % 3] = Math.max(high[i % 3]!, value);
    });
    triangles += indices.length / 3;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
      const face = [0, 0, 0];
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        const edge = (to: number, axis: number): number => positions[to + axis]! - positions[a + axis]!;
        const side = edge(b, u) * edge(c, v) - edge(b, v) * edge(c, u);
        face[k] = side;
        volume += (positions[a + k]! * side) / 6;
      }
      for (const at of normals ? [a, b, c] : []) {
        corners++;
        if (face[0]! * normals![at]! + face[1]! * normals![at + 1]! + face[2]! * normals![at + 2]! >= 0) agreeing++;
      }
    }
  }
  const materials = new Set(primitives.map(({ material }) => material));
  return {
    triangles,
    low,
    high,
    volume,
    agreeing: corners === 0 ? null : agreeing / corners,
    materials: [...materials]
      .map((material) => {
        const factor = material?.getBaseColorFactor().map((value) => value.toFixed(2));
        return `${material?.getName()} ${factor?.join(' ')} ${material?.getBaseColorTexture()?.getSize()?.join('x') ?? 'plain'}`;
      })
      .sort(),
  };
}

/** Puts a document's nodes as a clip has them near a time, seconds from its start. Throws if there is no such clip. */
export function poseDocument(document: Document, isClip: (name: string) => boolean, seconds: number): void {
  const clip = document
    .getRoot()
    .listAnimations()
    .find((each) => isClip(each.getName()));
  if (!clip) throw new Error('There is no such clip.');
  for (const channel of clip.listChannels()) {
    const sampler = channel.getSampler()!;
    const distances = Array.from(sampler.getInput()!.getArray()!, (time) => Math.abs(time - seconds));
    const value = sampler.getOutput()!.getElement(distances.indexOf(Math.min(...distances)), [] as number[]);
    const node = channel.getTargetNode()!;
    if (channel.getTargetPath() === 'rotation') node.setRotation(value as [number, number, number, number]);
    if (channel.getTargetPath() === 'translation') node.setTranslation(value as [number, number, number]);
    if (channel.getTargetPath() === 'scale') node.setScale(value as [number, number, number]);
  }
}

/** What the glTF validator calls errors in the GLB a document becomes. */
export async function findGltfErrors(document: Document): Promise<string[]> {
  const { issues } = await validateBytes(await toGlb(document));
  return issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
}

/** The sentence a file is refused with; null: it is read. Anything but a refusal is thrown on. */
export async function findRefusal(file: Uint8Array): Promise<string | null> {
  try {
    await readAnyModel(file);
    return null;
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
}
