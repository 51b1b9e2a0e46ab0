import type { Prng } from '../../simulation/prng.ts';
import { few, hostileNumberText, hostileText, orRarely, repeats } from '../hostile-values.ts';

const OPERATIONS = ['translate', 'scale', 'rotateXYZ', 'rotateX', 'orient', 'transform', 'x', '!invert!xformOp:scale'];
const TYPES = [
  'Xform',
  'Mesh',
  'Scope',
  'SkelRoot',
  'Skeleton',
  'SkelAnimation',
  'Material',
  'Shader',
  'GeomSubset',
  'Cube',
  '',
];

/** Generates the text of a USD layer (usda 1.0): lists, references, layers, skeletons and materials that lie. */
export function generateUsda(prng: Prng, names: readonly string[] = []): Uint8Array {
  const layers = few(prng, 2, () => `@${orRarely(prng, names[0] ?? 'a.usda', () => clean(hostileText(prng)))}@`);
  const metadata = [
    `upAxis = "${orRarely(prng, 'Y', () => prng.pick(['Z', 'X', '']))}"`,
    `metersPerUnit = ${hostileNumberText(prng)}`,
    `timeCodesPerSecond = ${hostileNumberText(prng)}`,
    ...(layers.length > 0 && names.length > 0 ? [`subLayers = [${layers.join(', ')}]`] : []),
    'defaultPrim = "a"',
  ];
  const prims = [mesh(prng), ...few(prng, 3, () => prim(prng, 1 + prng.integer(4), names))];
  const text = `#usda 1.0\n(\n${metadata.join('\n')}\n)\n${prims.join('\n')}\n`;
  return Buffer.from(damage(prng, text));
}

function clean(text: string): string {
  return text.replaceAll(/[@\n]/g, '');
}

function mesh(prng: Prng): string {
  const points = numberList(prng, 4, 3);
  const faces = orRarely(prng, repeats(prng, 20), () => prng.integer(3), 0.02);
  const samples = prng.chance(0.2)
    ? `float3[] extent.timeSamples = { 0: [(0, 0, 0)], ${hostileNumberText(prng)}: None }`
    : '';
  return `def Mesh "a" ${metadata(prng)} {
    int[] faceVertexCounts = ${times(faces, ['3', '3'])}
    int[] faceVertexIndices = ${times(faces, ['0', '1', '2', '0', '2', orRarely(prng, '3', () => hostileNumberText(prng))])}
    point3f[] points = ${points}
    normal3f[] normals = ${numberList(prng, prng.integer(6), 3)} ( interpolation = "${prng.pick(['vertex', 'faceVarying', 'uniform', 'constant', 'x'])}" )
    texCoord2f[] primvars:st = ${numberList(prng, prng.integer(6), 2)} ( interpolation = "${prng.pick(['vertex', 'faceVarying', 'x'])}" )
    int[] primvars:st:indices = ${list(prng, ['0', '1', '2'])}
    int[] primvars:skel:jointIndices = ${list(prng, ['0', '1'])} ( elementSize = ${orRarely(prng, '1', () => hostileNumberText(prng))} interpolation = "vertex" )
    float[] primvars:skel:jointWeights = ${list(prng, ['1', '0'])} ( elementSize = 1 interpolation = "vertex" )
    rel skel:skeleton = </s>
    rel material:binding = ${orRarely(prng, '</m>', () => prng.pick(['</a>', '<>', '[]', 'None']))}
    ${samples}
    ${transforms(prng)}
  }
  def Skeleton "s" { uniform token[] joints = ${list(prng, ['"j"', '"j/k"', '"x/y/z"'])}
    matrix4d[] bindTransforms = ${list(prng, ['((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))'])}
    matrix4d[] restTransforms = ${list(prng, ['((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))'])}
    rel skel:animationSource = </s/n>
    def SkelAnimation "n" { uniform token[] joints = ["j"]
      float3[] translations.timeSamples = { 0: ${numberList(prng, 1, 3)}, ${hostileNumberText(prng)}: ${numberList(prng, 2, 3)} } } }
  def Material "m" { token outputs:surface.connect = ${orRarely(prng, '</m/t.outputs:surface>', () => '</m.outputs:surface>')}
    def Shader "t" { uniform token info:id = "UsdPreviewSurface"
      color3f inputs:diffuseColor.connect = ${orRarely(prng, '</m/i.outputs:rgb>', () => '</m/t.inputs:diffuseColor>')} }
    def Shader "i" { uniform token info:id = "UsdUVTexture"\n asset inputs:file = @${orRarely(prng, 'a.png', () => clean(hostileText(prng)))}@
      float2 inputs:st.connect = </m/i.outputs:rgb> } }`;
}

function prim(prng: Prng, depth: number, names: readonly string[]): string {
  const isDeep = prng.chance(0.02);
  if (isDeep) {
    const levels = prng.pick([100, 520, 20_000]);
    return `${'def Xform "x" {'.repeat(levels)}${'}'.repeat(levels)}`;
  }
  const target = orRarely(prng, '</a>', () => prng.pick(['</x>', '</x/x>', '<>', `@${names[0] ?? 'b.usda'}@`]), 0.2);
  const references = prng.chance(0.25)
    ? `( ${prng.pick(['prepend references', 'payload', 'references', 'inherits'])} = ${target} )`
    : '';
  const children = depth > 0 ? few(prng, 3, () => prim(prng, depth - 1, names)) : [];
  const body = [transforms(prng), attribute(prng), ...children].join('\n');
  const text = `${prng.pick(['def', 'over', 'class'])} ${prng.pick(TYPES)} "${prng.pick(['x', 'a', 'b'])}" ${references} {\n${body}\n}\n`;
  // A prim with many copies inside is long enough.
  return text.length > 100_000 ? text : text.repeat(repeats(prng, text.length * 4));
}

function transforms(prng: Prng): string {
  const operations = few(prng, 3, () => `xformOp:${prng.pick(OPERATIONS)}`);
  const values = operations.map(
    (name) => `double3 ${name} = (${few(prng, 4, () => hostileNumberText(prng)).join(', ')})`,
  );
  return `${values.join('\n')}\nuniform token[] xformOpOrder = [${operations.map((name) => `"${name}"`).join(', ')}]`;
}

function attribute(prng: Prng): string {
  const value = prng.pick([
    list(prng, ['1']),
    `"${hostileText(prng).replaceAll(/["\n]/g, '')}"`,
    '{',
    '@a@',
    '<a>',
    'None',
    `${'('.repeat(repeats(prng, 1))}`,
  ]);
  return prng.chance(0.7)
    ? ''
    : `${prng.pick(['float', 'token', 'rel', 'custom int', 'dictionary'])} ${prng.pick(['a', 'visibility', 'purpose'])} = ${value}`;
}

function metadata(prng: Prng): string {
  return prng.chance(0.8)
    ? ''
    : `( ${prng.pick(['kind = "a"', 'doc = """a"""', 'variants = { string a = "b" }', '"a"', 'a = ('])} )`;
}

function list(prng: Prng, items: readonly string[]): string {
  const all = items.map((item) => orRarely(prng, item, () => hostileNumberText(prng), 0.004)).join(', ');
  return `[${Array.from({ length: repeats(prng, all.length + 1) }, () => all).join(', ')}]`;
}

function times(count: number, items: readonly string[]): string {
  return `[${Array.from({ length: count }, () => items.join(', ')).join(', ')}]`;
}

function numberList(prng: Prng, count: number, size: number): string {
  const tuple = (): string =>
    `(${Array.from({ length: orRarely(prng, size, () => prng.integer(5), 0.005) }, () => hostileNumberText(prng)).join(', ')})`;
  return list(prng, Array.from({ length: count }, tuple));
}

function damage(prng: Prng, text: string): string {
  if (!prng.chance(0.06)) return text;
  const at = prng.integer(text.length);
  return prng.chance(0.3)
    ? text.slice(0, at)
    : text.slice(0, at) + prng.pick(['{', ')', '"', '@', '#', '<', "'''", '\0']) + text.slice(at);
}
