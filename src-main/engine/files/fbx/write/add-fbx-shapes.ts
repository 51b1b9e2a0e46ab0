import { toFbxLength } from './fbx-axes.ts';
import { leaf, properties } from './fbx-node.ts';
import type { FbxPoints } from './fbx-points.ts';
import type { FbxPreset } from './fbx-presets.ts';
import type { FbxScene } from './fbx-scene.ts';
import type { RigShape } from '../../animation/rig.ts';

/** Adds morph targets to a geometry as one `BlendShape`; returns the id of each target's channel. */
export function addFbxShapes(
  scene: FbxScene,
  shapes: readonly RigShape[],
  { geometry, points }: { readonly geometry: bigint; readonly points: FbxPoints },
  preset: FbxPreset,
): bigint[] {
  if (shapes.length === 0) return [];
  const blend = scene.add('BlendShape', '', 'BlendShape', [leaf('Version', 100)]);
  scene.connect(blend, geometry);
  return shapes.map(({ name, weight, offsets }) => {
    const channel = scene.add('BlendShapeChannel', name, 'BlendShapeChannel', [
      leaf('Version', 100),
      leaf('DeformPercent', { double: weight * 100 }),
      leaf('FullWeights', Float64Array.of(100)),
      properties(['DeformPercent', 'number', weight * 100]),
    ]);
    scene.connect(channel, blend);
    const [indices, moves]: [number[], number[]] = [[], []];
    points.vertexOf.forEach((vertex, point) => {
      const offset = offsets.subarray(3 * vertex, 3 * vertex + 3);
      if (offset.every((value) => value === 0)) return;
      indices.push(point);
      moves.push(...toFbxLength([...offset], preset));
    });
    const shape = scene.add('Geometry', name, 'Shape', [
      leaf('Version', 100),
      leaf('Indexes', Int32Array.from(indices)),
      leaf('Vertices', Float64Array.from(moves)),
      leaf('Normals', new Float64Array(moves.length)),
    ]);
    scene.connect(shape, channel);
    return channel;
  });
}
