import { fbxArray, SHAPED, textFbx } from '../../engine/files/import/fbx-files.ts';
import type { Prng } from '../../simulation/prng.ts';
import {
  few,
  hostileCount,
  hostileNumber,
  hostileNumberText,
  hostileText,
  orRarely,
  repeats,
} from '../hostile-values.ts';

const SKIN = `Deformer: 600, "Deformer::", "Skin" { }
  Deformer: 601, "SubDeformer::", "Cluster" { ${fbxArray('Indexes', [1, 2])} ${fbxArray('Weights', [0.5, 0.25])}
    ${fbxArray('Transform', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -5, 0, 0, 1])} }
  Model: 602, "Model::bone", "LimbNode" { }
  AnimationStack: 10, "AnimStack::Hop", "" { }
  AnimationLayer: 11, "AnimLayer::Base", "" { }
  AnimationCurveNode: 12, "AnimCurveNode::T", "" { }
  AnimationCurve: 20, "AnimCurve::", "" { ${fbxArray('KeyTime', [0, 46186158000])} ${fbxArray('KeyValueFloat', [0, 1])} }
  Material: 30, "Material::m", "" { Properties70: { P: "DiffuseColor", "Color", "", "A",1,0,0 } }
  Texture: 31, "Texture::t", "" { RelativeFilename: "a.png" }
  Video: 32, "Video::t", "Clip" { RelativeFilename: "a.png" }`;
const LINKS = `C: "OO",602,0\nC: "OO",600,100\nC: "OO",601,600\nC: "OO",602,601\nC: "OO",11,10\nC: "OO",12,11
  C: "OP",12,602, "Lcl Rotation"\nC: "OP",20,12, "d|X"\nC: "OO",30,8000000000000000001
  C: "OP",31,30, "DiffuseColor"\nC: "OO",32,31`;

const IDS = [
  '0',
  '100',
  '8000000000000000001',
  '600',
  '601',
  '602',
  '700',
  '701',
  '702',
  '10',
  '11',
  '12',
  '20',
  '30',
  '31',
];
const PROPERTIES = [
  'Lcl Translation',
  'Lcl Rotation',
  'Lcl Scaling',
  'PreRotation',
  'RotationOrder',
  'GeometricScaling',
];
const SETTINGS = ['UnitScaleFactor', 'UpAxis', 'UpAxisSign', 'FrontAxis', 'CoordAxis', 'CustomFrameRate', 'TimeMode'];

/** Generates a text FBX: connections in cycles, indices that do not exist, layers, skins, shapes and clips that lie. */
export function generateTextFbx(prng: Prng): Uint8Array {
  const text = Buffer.from(
    textFbx({
      version: orRarely(prng, 7400, () => hostileCount(prng)),
      settings: few(prng, 3, () => property(prng, prng.pick(SETTINGS))).join('\n'),
      model: few(prng, 3, () => property(prng, prng.pick(PROPERTIES))).join('\n'),
      vertices: numbers(prng, [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0]),
      polygons: numbers(prng, [0, 1, 2, -4]),
      layers: few(prng, 4, () => layer(prng)).join('\n'),
      objects: `${prng.chance(0.5) ? SHAPED.objects : ''}\n${SKIN}\n${few(prng, 3, () => extraObject(prng)).join('\n')}`,
      connections: `${prng.chance(0.5) ? SHAPED.connections : ''}\n${LINKS}\n${connections(prng)}`,
    }),
  ).toString();
  return Buffer.from(damage(prng, text));
}

function numbers(prng: Prng, usual: readonly number[]): number[] {
  const list = usual.map((value) => orRarely(prng, value, () => hostileNumber(prng), 0.02));
  return prng.chance(0.06) ? Array.from({ length: repeats(prng, 24) }, () => list).flat() : list;
}

function property(prng: Prng, name: string): string {
  return `P: "${name}", "double", "Number", "",${few(prng, 4, () => hostileNumberText(prng)).join(',')}`;
}

function layer(prng: Prng): string {
  const kind = prng.pick(['Normal', 'UV', 'Material', 'Color', 'Smoothing', 'Tangent']);
  const mapping = prng.pick(['ByPolygonVertex', 'ByVertice', 'AllSame', 'ByPolygon', 'ByEdge', 'x']);
  const reference = prng.pick(['Direct', 'IndexToDirect', 'x']);
  const names: Readonly<Record<string, string>> = {
    Normal: 'Normals',
    UV: 'UV',
    Material: 'Materials',
    Color: 'Colors',
  };
  const index = `${kind === 'Normal' ? 'Normals' : kind}Index`;
  const arrays = [names[kind] ?? 'x', index].map((each) => fbxArray(each, numbers(prng, [0, 1, 2, 3])));
  return `LayerElement${kind}: ${hostileCount(prng) % 99} { MappingInformationType: "${mapping}"
    ReferenceInformationType: "${reference}"\n Name: "u"\n ${arrays.join('\n ')} }`;
}

function extraObject(prng: Prng): string {
  const id = orRarely(prng, String(1_000 + prng.integer(20)), () => prng.pick(IDS));
  const kind = prng.pick(['Model', 'Geometry', 'Deformer', 'Material', 'Texture', 'Video', 'NodeAttribute', 'Pose']);
  const type = prng.pick(['Mesh', 'LimbNode', 'Null', 'Skin', 'Cluster', 'Shape', 'BlendShape', '']);
  const arrays = few(prng, 2, () =>
    fbxArray(prng.pick(['Vertices', 'Indexes', 'Weights', 'PolygonVertexIndex', 'KeyTime']), numbers(prng, [0, 1, 2])),
  );
  return `${kind}: ${id}, "${kind}::${hostileText(prng).replaceAll('"', '')}", "${type}" { ${arrays.join(' ')} }`;
}

function connections(prng: Prng): string {
  const isChain = prng.chance(0.04);
  if (isChain) {
    const length = prng.pick([500, 600, 4_000]);
    const ids = Array.from({ length }, (_, at) => 2_000 + at);
    // Nothing but models below each other; connections in the order that a reader least expects.
    return ids.map((id) => `C: "OO",${id + 1},${id}`).join('\n');
  }
  return few(prng, 8, () => {
    const line = `C: "${prng.pick(['OO', 'OP', 'PO', ''])}",${prng.pick(IDS)},${prng.pick(IDS)}, "${prng.pick(['DiffuseColor', 'd|X', 'Lcl Scaling', ''])}"`;
    return Array.from({ length: repeats(prng, line.length) }, () => line).join('\n');
  }).join('\n');
}

function damage(prng: Prng, text: string): string {
  if (!prng.chance(0.08)) return text;
  const at = prng.integer(text.length);
  const part = prng.pick(['{', '}', '*9 {', '"', ';', ':', ',', '\0', 'a: {'.repeat(repeats(prng, 4)), '(']);
  return prng.chance(0.3) ? text.slice(0, at) : text.slice(0, at) + part + text.slice(at);
}
