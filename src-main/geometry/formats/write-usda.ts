import type { Texture } from '@gltf-transform/core';
import { NO_CORNER, type FlatMesh, type FlatPrimitive } from '../flat-mesh.ts';
import { uniqueName } from '../unique-name.ts';
import { forEachFace, listUsedMaterials } from './model-surfaces.ts';
import { createNumberText, decimalsFor } from './number-text.ts';
import { toPrimName } from './safe-name.ts';
import { createTextChunks, type TextChunks } from './text-chunks.ts';
import { toTextureUvs } from './texture-uvs.ts';
import { usdMaterialText } from './usd-material-text.ts';

type NumberText = (value: number) => string;

/** Metadata stands on lines of its own: some readers take nothing from `( … )` on one line. */
const HEADER = `#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Root" (
    kind = "component"
)
{
`;

const direction = createNumberText(5);
const uv = createNumberText(7);

/**
 * Meshes as a USD text layer (usda 1.0): metres, +Y up, right-handed, one Xform per mesh with a Mesh per primitive,
 * quads as faces of four corners, UsdPreviewSurface materials that show the images at the given paths.
 */
export function writeUsda(meshes: readonly FlatMesh[], images: ReadonlyMap<Texture, string>): Uint8Array {
  const text = createTextChunks();
  text.add(HEADER);
  const materials = namePrims(listUsedMaterials(meshes), (material) => material.getName(), 'material');
  const position = createNumberText(decimalsFor(meshes, 1));

  // `Materials` is taken: a mesh of that name would be the same prim.
  const taken = new Set(['materials']);
  for (const mesh of meshes) {
    text.add(`    def Xform "${uniqueName(toPrimName(mesh.name, 'mesh'), taken)}"\n    {\n`);
    mesh.primitives.forEach((primitive, i) => {
      const material = primitive.material && materials.get(primitive.material);
      addMesh(text, `Surface_${i}`, primitive, material ? `/Root/Materials/${material}` : null, position);
    });
    text.add('    }\n');
  }
  text.add('    def Scope "Materials"\n    {\n');
  for (const [material, name] of materials) text.add(usdMaterialText(material, '/Root/Materials', name, images));
  text.add('    }\n}\n');
  return text.toBytes();
}

function namePrims<T>(things: readonly T[], nameOf: (thing: T) => string, fallback: string): Map<T, string> {
  const taken = new Set<string>();
  return new Map(things.map((thing) => [thing, uniqueName(toPrimName(nameOf(thing), fallback), taken)]));
}

function addMesh(
  text: TextChunks,
  name: string,
  primitive: FlatPrimitive,
  material: string | null,
  position: NumberText,
): void {
  text.add(
    `        def Mesh "${name}" (\n            prepend apiSchemas = ["MaterialBindingAPI"]\n        )\n        {\n`,
  );
  text.add(`            uniform bool doubleSided = ${primitive.material?.getDoubleSided() ? 1 : 0}\n`);
  addFaces(text, primitive);
  const { low, high } = findExtent(primitive.positions);
  text.add(`            float3[] extent = [(${low.map(position).join(', ')}), (${high.map(position).join(', ')})]\n`);
  addArray(text, 'point3f[] points', primitive.positions, 3, position);
  text.add('\n');
  if (primitive.normals) {
    addArray(text, 'normal3f[] normals', primitive.normals, 3, direction);
    text.add(INTERPOLATION);
  }
  const uvs = toTextureUvs(primitive);
  if (uvs) {
    // USD's images begin at the bottom left, glTF's at the top left.
    const flipped = uvs.map((value, i) => (i % 2 === 0 ? value : 1 - value));
    addArray(text, 'texCoord2f[] primvars:st', flipped, 2, uv);
    text.add(INTERPOLATION);
  }
  text.add('            uniform token subdivisionScheme = "none"\n');
  if (material) text.add(`            rel material:binding = <${material}>\n`);
  text.add('        }\n');
}

const INTERPOLATION = ' (\n                interpolation = "vertex"\n            )\n';

function addFaces(text: TextChunks, primitive: FlatPrimitive): void {
  const addList = (head: string, separate: (a: number, b: number, c: number, d: number) => string): void => {
    text.add(`            int[] ${head} = [`);
    let separator = '';
    forEachFace(primitive, (a, b, c, d) => {
      text.add(separator + separate(a, b, c, d));
      separator = ', ';
    });
    text.add(']\n');
  };
  addList('faceVertexCounts', (_a, _b, _c, d) => (d === NO_CORNER ? '3' : '4'));
  addList('faceVertexIndices', (a, b, c, d) => (d === NO_CORNER ? `${a}, ${b}, ${c}` : `${a}, ${b}, ${c}, ${d}`));
}

function addArray(text: TextChunks, head: string, values: Float32Array, size: 2 | 3, format: NumberText): void {
  text.add(`            ${head} = [`);
  for (let i = 0; i < values.length; i += size) {
    const third = size === 3 ? `, ${format(values[i + 2]!)}` : '';
    text.add(`${i === 0 ? '' : ', '}(${format(values[i]!)}, ${format(values[i + 1]!)}${third})`);
  }
  text.add(']');
}

function findExtent(positions: Float32Array): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  return { low, high };
}
