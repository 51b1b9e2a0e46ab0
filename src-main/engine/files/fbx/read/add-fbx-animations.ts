import type { Animation, Document, Node } from '@gltf-transform/core';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { readFbxCurve, type FbxCurve } from './read-fbx-curve.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';
import { addShapeChannel, collectShapeCurves, type MorphedNode } from './fbx-shape-channels.ts';
import { toKeyTimes } from './fbx-key-times.ts';
import type { FbxSpace } from './fbx-space.ts';
import type { FbxPlacing, LocalValues } from './fbx-transform.ts';

/** Maximum number of keys in all clips; two hours of one joint's rotation are a tenth of it. */
const MAX_KEYS = 5_000_000;
/** Smaller changes count as unchanged. */
const STILL = 1e-5;

const VALUES = { 'Lcl Translation': 'translation', 'Lcl Rotation': 'rotation', 'Lcl Scaling': 'scale' } as const;
const PATHS = ['translation', 'rotation', 'scale'] as const;
type Path = (typeof PATHS)[number];
type Curves = Partial<Record<Path, (FbxCurve | null)[]>>;

/** A model that clips animate. */
export interface AnimatedModel {
  readonly node: Node;
  readonly placing: FbxPlacing;
}

/**
 * Adds the clips of a file (its animation stacks; only the first layer of each) to a document, each starting at its
 * first key. Constant properties are left out. Throws `ModelError` `too_large` for clips with too many keys.
 */
export function addFbxAnimations(
  document: Document,
  graph: FbxGraph,
  space: FbxSpace,
  models: ReadonlyMap<string, AnimatedModel>,
  shaped: readonly MorphedNode[],
): void {
  const budget = { keys: MAX_KEYS };
  const known = new Map<FbxObject, FbxCurve | null>();
  const readCurve = (object: FbxObject): FbxCurve | null => {
    if (!known.has(object)) known.set(object, readFbxCurve(object));
    return known.get(object)!;
  };
  for (const stack of graph.objects.filter(({ kind }) => kind === 'AnimationStack')) {
    const layer = graph.childrenOf(stack).find(({ object }) => object.kind === 'AnimationLayer');
    if (!layer) continue;
    const curves = collectCurves(graph, layer.object, readCurve);
    let start = Infinity;
    for (const each of curves.values()) {
      for (const curve of PATHS.flatMap((path) => each[path] ?? []))
        start = Math.min(start, curve?.times[0] ?? Infinity);
    }
    const shapes = collectShapeCurves(graph, layer.object, readCurve);
    for (const curve of shapes.values()) start = Math.min(start, curve.times[0]!);
    const animation = document.createAnimation(stack.name);
    for (const [id, each] of curves) {
      const moved = models.get(id);
      if (moved) addChannels(document, animation, space, moved, each, start, budget);
    }
    for (const each of shaped) {
      // Every key has a value for every shape.
      const charge = (keys: number): void => chargeKeys(budget, keys * each.channels.length);
      addShapeChannel(document, animation, each, shapes, start, charge);
    }
    if (animation.listChannels().length === 0) animation.dispose();
  }
}

/** Collects for each model the curves of its values' three components. */
function collectCurves(
  graph: FbxGraph,
  layer: FbxObject,
  readCurve: (object: FbxObject) => FbxCurve | null,
): Map<string, Curves> {
  const curves = new Map<string, Curves>();
  for (const { object: node } of graph.childrenOf(layer)) {
    if (node.kind !== 'AnimationCurveNode') continue;
    const target = graph.parentsOf(node).find(({ property }) => property in VALUES);
    if (!target) continue;
    const parts: (FbxCurve | null)[] = [null, null, null];
    for (const { object, property } of graph.childrenOf(node)) {
      const part = ['d|X', 'd|Y', 'd|Z'].indexOf(property);
      if (part >= 0 && object.kind === 'AnimationCurve') parts[part] = readCurve(object);
    }
    if (parts.every((part) => part === null)) continue;
    const known = curves.get(target.object.id) ?? {};
    curves.set(target.object.id, { ...known, [VALUES[target.property as keyof typeof VALUES]]: parts });
  }
  return curves;
}

function addChannels(
  document: Document,
  animation: Animation,
  space: FbxSpace,
  { node, placing }: AnimatedModel,
  curves: Curves,
  start: number,
  budget: { keys: number },
): void {
  const all = PATHS.flatMap((path) => curves[path] ?? []).filter((curve) => curve !== null);
  const isSampled = curves.rotation !== undefined || all.some(({ isBent }) => isBent);
  const times = toKeyTimes(all, start, isSampled, (keys) => chargeKeys(budget, keys));
  const values: Record<Path, number[]> = { translation: [], rotation: [], scale: [] };
  const valueAt = (path: Path, seconds: number): readonly number[] => {
    const rest = placing.rest[path];
    return curves[path]?.map((curve, k) => curve?.valueAt(seconds) ?? rest[k]!) ?? rest;
  };
  for (const seconds of times) {
    const local = Object.fromEntries(PATHS.map((path) => [path, valueAt(path, seconds)])) as unknown as LocalValues;
    const pose = placing.poseOf(local);
    values.translation.push(...space.point(pose.translation));
    values.rotation.push(...nearest(space.rotation(pose.rotation), values.rotation.slice(-4)));
    values.scale.push(...space.scale(pose.scale));
  }
  const rest: Record<Path, readonly number[]> = {
    translation: node.getTranslation(),
    rotation: node.getRotation(),
    scale: node.getScale(),
  };
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const input = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(Float32Array.from(times, (seconds) => seconds - start))
    .setBuffer(buffer);
  for (const path of PATHS) {
    const size = rest[path].length;
    const isStill = values[path].every((value, i) => Math.abs(value - rest[path][i % size]!) <= STILL);
    if (isStill || !values[path].every((value) => Number.isFinite(Math.fround(value)))) continue;
    const output = document
      .createAccessor()
      .setType(size === 4 ? 'VEC4' : 'VEC3')
      .setArray(Float32Array.from(values[path]))
      .setBuffer(buffer);
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

function chargeKeys(budget: { keys: number }, count: number): void {
  budget.keys -= Math.max(1, count);
  if (budget.keys >= 0) return;
  throw new ModelError('too_large', engineMessage('model-limit.keyframes'));
}

/** Returns the quaternion of a rotation that is nearer to the previous one, for the shortest arc; normalized. */
function nearest(turn: readonly number[], last: readonly number[]): number[] {
  const length = Math.hypot(...turn) || 1;
  const dot = last.length === 4 ? turn.reduce((sum, value, k) => sum + value * last[k]!, 0) : 1;
  return turn.map((value) => (value / length) * (dot < 0 ? -1 : 1));
}
