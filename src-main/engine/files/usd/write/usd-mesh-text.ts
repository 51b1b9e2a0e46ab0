import { NO_CORNER, type FlatPrimitive } from '../../../base/document/flat-mesh.ts';
import { forEachFace } from '../../materials/model-surfaces.ts';
import { createNumberFormatter } from '../../text/number-formatter.ts';
import type { TextBuilder } from '../../text/text-builder.ts';
import { toTextureUvs } from '../../materials/texture-uvs.ts';

/** Formats a number. */
type FormatNumber = (value: number) => string;

/** Additional parts of a Mesh prim. */
export interface UsdMeshParts {
  readonly name: string;
  /** Path of its Material; null: none. */
  readonly material: string | null;
  readonly position: FormatNumber;
  /** Writes its binding to a skeleton. */
  readonly addBinding?: (text: TextBuilder) => void;
}

const direction = createNumberFormatter(5);
const uv = createNumberFormatter(7);

/** Adds a primitive as a USD Mesh: quads as faces of four corners, normals and UVs (`primvars:st`) per vertex. */
export function addUsdMesh(text: TextBuilder, primitive: FlatPrimitive, parts: UsdMeshParts): void {
  const { name, material, position, addBinding } = parts;
  const schemas = addBinding ? '"MaterialBindingAPI", "SkelBindingAPI"' : '"MaterialBindingAPI"';
  text.add(`        def Mesh "${name}" (\n            prepend apiSchemas = [${schemas}]\n        )\n        {\n`);
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
    // USD's UV origin is at the bottom left, glTF's at the top left.
    const flipped = uvs.map((value, i) => (i % 2 === 0 ? value : 1 - value));
    addArray(text, 'texCoord2f[] primvars:st', flipped, 2, uv);
    text.add(INTERPOLATION);
  }
  text.add('            uniform token subdivisionScheme = "none"\n');
  if (material) text.add(`            rel material:binding = <${material}>\n`);
  addBinding?.(text);
  text.add('        }\n');
}

const INTERPOLATION = ' (\n                interpolation = "vertex"\n            )\n';

function addFaces(text: TextBuilder, primitive: FlatPrimitive): void {
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

function addArray(text: TextBuilder, head: string, values: Float32Array, size: 2 | 3, format: FormatNumber): void {
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
