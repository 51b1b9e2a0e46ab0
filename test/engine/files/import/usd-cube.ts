import { writeAlignedZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { writeUsdc, type CratePrim } from './usdc-writer.ts';

/** Corners of a cube from 0 to 1, and its faces, counter-clockwise from outside. */
export const CUBE_POINTS = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].flatMap((x) => [x, y, z])));
export const CUBE_FACES = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];

/** A crate as Blender and Apple make them: a Z-up cube of 2 × 3 × 4 cm, one face of another material. */
export function cubeCrate(): Uint8Array {
  const color = (red: number, green: number, blue: number) => ({ vec3d: [red, green, blue] });
  const material = (name: string, rgb: { vec3d: number[] }): CratePrim[] => [
    {
      path: `/Root/mtl/${name}`,
      type: 'Material',
      properties: { 'outputs:surface': { connection: `/Root/mtl/${name}/Shader.outputs:surface` } },
    },
    {
      path: `/Root/mtl/${name}/Shader`,
      type: 'Shader',
      properties: {
        'info:id': { value: { token: 'UsdPreviewSurface' } },
        'inputs:diffuseColor': { type: 'color3f', value: rgb },
        'inputs:roughness': { type: 'float', value: { float: 0.25 } },
        'outputs:surface': { type: 'token' },
      },
    },
  ];
  return writeUsdc({ upAxis: { token: 'Z' }, metersPerUnit: 0.01, defaultPrim: { token: 'Root' } }, [
    { path: '/Root', type: 'Xform', properties: {} },
    {
      path: '/Root/Cube',
      type: 'Xform',
      properties: {
        'xformOp:translate': { type: 'double3', value: { vec3d: [10, 20, 30] } },
        'xformOp:scale': { type: 'float3', value: { vec3d: [2, 3, 4] } },
        xformOpOrder: { type: 'token[]', value: { tokens: ['xformOp:translate', 'xformOp:scale'] } },
      },
    },
    {
      path: '/Root/Cube/Mesh',
      type: 'Mesh',
      properties: {
        points: { type: 'point3f[]', value: { vec3s: CUBE_POINTS } },
        faceVertexCounts: { type: 'int[]', value: { ints: [4, 4, 4, 4, 4, 4] } },
        faceVertexIndices: { type: 'int[]', value: { ints: CUBE_FACES } },
        subdivisionScheme: { value: { token: 'none' } },
        'primvars:st': {
          type: 'texCoord2f[]',
          interpolation: 'faceVarying',
          value: { vec2s: CUBE_FACES.flatMap((_, i) => [(i % 4) / 4, 0.25]) },
        },
        'material:binding': { targets: ['/Root/mtl/Red'] },
      },
    },
    {
      path: '/Root/Cube/Mesh/Top',
      type: 'GeomSubset',
      properties: {
        indices: { type: 'int[]', value: { ints: [1] } },
        'material:binding': { targets: ['/Root/mtl/Blue'] },
      },
    },
    { path: '/Root/mtl', type: 'Scope', properties: {} },
    ...material('Red', color(1, 0, 0)),
    ...material('Blue', color(0, 0, 1)),
  ]);
}

/** The crate as a USDZ. */
export function cubeUsdz(): Uint8Array {
  return writeAlignedZip(new Map([['cube.usdc', cubeCrate()]]), 64);
}
