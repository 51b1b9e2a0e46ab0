import type { Material } from '@gltf-transform/core';
import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { toFbxArrays } from './fbx-arrays.ts';
import { branch, leaf, type FbxNode, type FbxValue } from './fbx-node.ts';
import { toFbxPoints, type FbxPoints } from './fbx-points.ts';
import type { FbxPreset } from './fbx-presets.ts';

/**
 * Returns a mesh as the content of an FBX `Geometry`, in the preset's axes and unit: all primitives in one, quads kept,
 * the material of each face an index into `materials`. Normals, UVs (origin bottom left) and vertex colours (sRGB, as
 * programs read them) are per corner and indexed. A primitive without normals gets flat ones, as glTF requires.
 */
export function toFbxGeometry(
  mesh: FlatMesh,
  preset: FbxPreset,
  materials: readonly (Material | null)[],
  points: FbxPoints = toFbxPoints(mesh),
): readonly FbxNode[] {
  const arrays = toFbxArrays(mesh, points, preset, materials);
  const { positions, polygons, corners, normals, normalIndices, uvs, colors } = arrays;
  const mapping = 'ByPolygonVertex';
  const layers = [layer('LayerElementNormal', '', mapping, { Normals: normals, NormalsIndex: normalIndices })];
  if (uvs) layers.push(layer('LayerElementUV', 'UVMap', mapping, { UV: uvs, UVIndex: corners }));
  if (colors) layers.push(layer('LayerElementColor', 'Color', mapping, { Colors: colors, ColorIndex: corners }));
  const isOne = materials.length === 1;
  const faceMaterials = isOne ? Int32Array.of(0) : arrays.materials;
  layers.push(layer('LayerElementMaterial', '', isOne ? 'AllSame' : 'ByPolygon', { Materials: faceMaterials }));

  const list = layers.map(({ name }) => branch('LayerElement', [], [leaf('Type', name), leaf('TypedIndex', 0)]));
  return [
    leaf('GeometryVersion', 124),
    leaf('Vertices', positions),
    leaf('PolygonVertexIndex', polygons),
    ...layers,
    branch('Layer', [0], [leaf('Version', 100), ...list]),
  ];
}

function layer(kind: string, name: string, mapping: string, arrays: Readonly<Record<string, FbxValue>>): FbxNode {
  const content = [
    leaf('Version', 101),
    leaf('Name', name),
    leaf('MappingInformationType', mapping),
    leaf('ReferenceInformationType', 'IndexToDirect'),
  ];
  return branch(kind, [0], [...content, ...Object.entries(arrays).map(([array, values]) => leaf(array, values))]);
}
