import { deflateSync } from 'node:zlib';
import type { FbxElement, FbxRead, FbxTree } from '../../../../src-main/engine/files/fbx/read/fbx-element.ts';

/** How `textFbx` differs from one plain square. */
export interface TextFbxOptions {
  /** Lines of `GlobalSettings`' properties. */
  readonly settings?: string;
  /** Lines of the model's properties. */
  readonly model?: string;
  /** Numbers of `Vertices`. */
  readonly vertices?: readonly number[];
  /** Numbers of `PolygonVertexIndex`. */
  readonly polygons?: readonly number[];
  /** Layers of the geometry. */
  readonly layers?: string;
  /** More objects, and more connections. */
  readonly objects?: string;
  readonly connections?: string;
  readonly version?: number;
}

const SQUARE = [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0];

/** An array as a text FBX has it. */
export function fbxArray(name: string, numbers: readonly number[]): string {
  return `${name}: *${numbers.length} {\n a: ${numbers.join(',')}\n }`;
}

/** A text FBX of one mesh; what it is made of can be replaced. */
export function textFbx(options: TextFbxOptions = {}): Uint8Array {
  return Buffer.from(`; FBX 7.4.0 project file
; Copyright
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: ${options.version ?? 7400}
}
Creator: "test; not a comment: {"
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		${options.settings ?? 'P: "UnitScaleFactor", "double", "Number", "",100'}
	}
}
Objects:  {
	Geometry: 100, "Geometry::square", "Mesh" {
		${fbxArray('Vertices', options.vertices ?? SQUARE)}
		${fbxArray('PolygonVertexIndex', options.polygons ?? [0, 1, 2, -4])}
		${options.layers ?? ''}
	}
	Model: 8000000000000000001, "Model::thing", "Mesh" {
		Version: 232
		Properties70:  {
			${options.model ?? ''}
		}
		Shading: T
		Culling: "CullingOff"
	}
	${options.objects ?? ''}
}
Connections:  {
	;Model::thing, Model::RootNode
	C: "OO",8000000000000000001,0
	C: "OO",100,8000000000000000001
	${options.connections ?? ''}
}
`);
}

/** A tree as a binary FBX of any version; from 7500 on its offsets have 64 bits. Arrays are deflated. */
export function encodeBinaryFbx({ root }: FbxTree, version: number): Uint8Array {
  const isLong = version >= 7500;
  const encode = (element: FbxElement, start: number): Buffer => {
    const values = Buffer.concat(element.values.map(encodeValue));
    const name = Buffer.from(element.name);
    const headBytes = (isLong ? 24 : 12) + 1 + name.length;
    const children: Buffer[] = [];
    let at = start + headBytes + values.length;
    for (const child of element.children) {
      const encoded = encode(child, at);
      children.push(encoded);
      at += encoded.length;
    }
    if (element.children.length > 0) {
      children.push(Buffer.alloc(isLong ? 25 : 13));
      at += children.at(-1)!.length;
    }
    const head = Buffer.alloc(isLong ? 25 : 13);
    [at, element.values.length, values.length].forEach((word, i) => {
      if (isLong) head.writeBigUInt64LE(BigInt(word), i * 8);
      else head.writeUInt32LE(word, i * 4);
    });
    head.writeUInt8(name.length, head.length - 1);
    return Buffer.concat([head, name, values, ...children]);
  };
  const parts: Buffer[] = [Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'), Buffer.alloc(4)];
  parts[1]!.writeUInt32LE(version);
  let at = 27;
  for (const child of root.children) {
    const encoded = encode(child, at);
    parts.push(encoded);
    at += encoded.length;
  }
  return Buffer.concat([...parts, Buffer.alloc(isLong ? 25 : 13)]);
}

function encodeValue(value: FbxRead): Buffer {
  const tagged = (type: string, bytes: number, write: (buffer: Buffer<ArrayBuffer>) => void): Buffer => {
    const buffer = Buffer.alloc(1 + bytes);
    buffer.write(type);
    write(buffer);
    return buffer;
  };
  if (typeof value === 'bigint') return tagged('L', 8, (buffer) => buffer.writeBigInt64LE(value, 1));
  if (typeof value === 'boolean') return tagged('C', 1, (buffer) => buffer.writeUInt8(Number(value), 1));
  if (typeof value === 'number') {
    const isInteger = Number.isInteger(value) && Math.abs(value) < 2 ** 31;
    return isInteger
      ? tagged('I', 4, (buffer) => buffer.writeInt32LE(value, 1))
      : tagged('D', 8, (buffer) => buffer.writeDoubleLE(value, 1));
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value.replace(/^(\w+)::(.*)$/, '$2\0\x01$1'));
    return Buffer.concat([tagged('S', 4, (buffer) => buffer.writeUInt32LE(text.length, 1)), text]);
  }
  if (!(value instanceof Float64Array)) throw new TypeError('Only what text files hold is written.');
  const isWhole = value.every((number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31);
  const raw = Buffer.alloc(value.length * (isWhole ? 4 : 8));
  value.forEach((number, i) => (isWhole ? raw.writeInt32LE(number, i * 4) : raw.writeDoubleLE(number, i * 8)));
  const packed = deflateSync(raw);
  const head = tagged(isWhole ? 'i' : 'd', 12, (buffer) => {
    [value.length, 1, packed.length].forEach((word, i) => buffer.writeUInt32LE(word, 1 + i * 4));
  });
  return Buffer.concat([head, packed]);
}

/** A blend shape of the square, whose second point it lifts by 3, half on, and a clip that takes it from 0 to wholly on. */
export const SHAPED: Pick<TextFbxOptions, 'objects' | 'connections'> = {
  objects: `Deformer: 700, "Deformer::", "BlendShape" { }
    Deformer: 701, "SubDeformer::lift", "BlendShapeChannel" { Properties70: { P: "DeformPercent", "Number", "", "A",50 } }
    Geometry: 702, "Geometry::lift", "Shape" { ${fbxArray('Indexes', [1])} ${fbxArray('Vertices', [0, 0, 3])} }
    AnimationStack: 710, "AnimStack::Lift", "" { }
    AnimationLayer: 711, "AnimLayer::Base", "" { }
    AnimationCurveNode: 712, "AnimCurveNode::DeformPercent", "" { }
    AnimationCurve: 713, "AnimCurve::", "" { ${fbxArray('KeyTime', [0, 46186158000])} ${fbxArray('KeyValueFloat', [0, 100])} }`,
  connections: `C: "OO",700,100\nC: "OO",701,700\nC: "OO",702,701\nC: "OO",711,710\nC: "OO",712,711
    C: "OP",712,701, "DeformPercent"\nC: "OP",713,712, "d|DeformPercent"`,
};
