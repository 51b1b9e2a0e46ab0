import { leaf, properties, type FbxNode } from './fbx-node.ts';

/** Translation in the file's unit, rotation in degrees (order XYZ), scale. */
export interface FbxPose {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

const STILL: FbxPose = { translation: [0, 0, 0], rotation: [0, 0, 0], scale: [1, 1, 1] };

/** Returns a node of the scene as the content of an FBX `Model` with this local pose. */
export function toFbxModel({ translation, rotation, scale }: FbxPose = STILL): FbxNode[] {
  return [
    leaf('Version', 232),
    properties(
      ['Lcl Translation', 'translation', ...translation],
      ['Lcl Rotation', 'rotation', ...rotation],
      ['Lcl Scaling', 'scaling', ...scale],
      ['DefaultAttributeIndex', 'int', 0],
      ['InheritType', 'enum', 1],
    ),
    leaf('Shading', true),
    leaf('Culling', 'CullingOff'),
  ];
}
