import type { Document } from '@gltf-transform/core';
import { writeFbx } from '../../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { writeGltf } from '../../../../src-main/engine/files/gltf/write-gltf.ts';
import { writeObj } from '../../../../src-main/engine/files/obj/write-obj.ts';
import { writeStl } from '../../../../src-main/engine/files/stl/write-stl.ts';
import { writeThreeMf } from '../../../../src-main/engine/files/3mf/write-three-mf.ts';
import { writeUsdz } from '../../../../src-main/engine/files/usd/write/write-usdz.ts';
import { writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';

/** Every format the project writes, and how. */
export const WRITERS = {
  glb: (document: Document) => writeGlb(document),
  gltf: (document: Document) => writeGltf(document, { vertexColors: true }),
  obj: (document: Document) => writeObj(document, { vertexColors: true }),
  stl: async (document: Document) => writeStl(document),
  '3mf': (document: Document) => writeThreeMf(document),
  usdz: (document: Document) => writeUsdz(document),
  'fbx for blender': (document: Document) => writeFbx(document, { preset: 'blender' }),
  'fbx for 3dsmax': (document: Document) => writeFbx(document, { preset: '3dsmax' }),
  'fbx for mixamo': (document: Document) => writeFbx(document, { preset: 'mixamo' }),
} as const;

/** Names of `WRITERS`. */
export const WRITTEN = Object.keys(WRITERS) as (keyof typeof WRITERS)[];
