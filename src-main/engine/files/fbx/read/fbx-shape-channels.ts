import type { Animation, Document, Node } from '@gltf-transform/core';
import type { FbxCurve } from './read-fbx-curve.ts';
import { toKeyTimes } from './fbx-key-times.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';

/** A node whose mesh has blend shapes, by their channels in the mesh's order. */
export interface MorphedNode {
  readonly node: Node;
  readonly channels: readonly FbxObject[];
}

/** Collects the percentage curve of each blend shape channel that a layer animates. */
export function collectShapeCurves(
  graph: FbxGraph,
  layer: FbxObject,
  readCurve: (object: FbxObject) => FbxCurve | null,
): Map<FbxObject, FbxCurve> {
  const curves = new Map<FbxObject, FbxCurve>();
  for (const { object: node } of graph.childrenOf(layer)) {
    const channel = graph.parentsOf(node).find(({ property }) => property === 'DeformPercent');
    const keys = channel && graph.childrenOf(node).find(({ object }) => object.kind === 'AnimationCurve');
    const curve = keys && readCurve(keys.object);
    if (channel && curve) curves.set(channel.object, curve);
  }
  return curves;
}

/**
 * Adds the animation of a node's blend shapes to a clip that begins at `start`: one value per shape at each key that the
 * curves need. `charge`: see `toKeyTimes`.
 */
export function addShapeChannel(
  document: Document,
  animation: Animation,
  { node, channels }: MorphedNode,
  curves: ReadonlyMap<FbxObject, FbxCurve>,
  start: number,
  charge: (keys: number) => void,
): void {
  const own = channels.map((channel) => curves.get(channel) ?? null);
  const moved = own.filter((curve) => curve !== null);
  const isSampled = moved.some(({ isBent }) => isBent);
  const times = toKeyTimes(moved, start, isSampled, charge);
  if (times.length === 0) return;
  const rest = node.getMesh()!.getWeights();
  const values = times.flatMap((time) =>
    own.map((curve, i) => {
      const value = curve ? curve.valueAt(time) / 100 : rest[i]!;
      return Number.isFinite(Math.fround(value)) ? value : 0;
    }),
  );
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const toAccessor = (numbers: readonly number[]) =>
    document.createAccessor().setType('SCALAR').setArray(Float32Array.from(numbers)).setBuffer(buffer);
  const sampler = document
    .createAnimationSampler()
    .setInput(toAccessor(times.map((time) => time - start)))
    .setOutput(toAccessor(values))
    .setInterpolation('LINEAR');
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('weights').setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}
