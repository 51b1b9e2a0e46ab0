/** A node of a graph: its operator, the names of its inputs and outputs, and its attributes, already encoded. */
export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: readonly Buffer[];
}

/** A value of a graph; a dimension of text is symbolic. `type` is a number of `TensorProto.DataType`. */
interface OnnxValue {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (number | string)[];
}

/** A graph: its nodes, its values, and its constants, already encoded. */
export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly constants?: readonly Buffer[];
}

/** Data types of `TensorProto`. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT64 = 7;
export const BOOL = 9;

/** Encodes a file for ONNX Runtime: IR version 8 and operator set 13, see `onnx.proto` of ONNX. */
export function encodeOnnx(graph: OnnxGraph): Buffer {
  return message([int(1, 8), bytes(7, encodeGraph(graph)), bytes(8, message([text(1, ''), int(2, 13)]))]);
}

/** An attribute that is a graph, such as the body of a loop. */
export function graphAttribute(name: string, graph: OnnxGraph): Buffer {
  return message([text(1, name), bytes(6, encodeGraph(graph)), int(20, 5)]);
}

/** An attribute that is a whole number. */
export function integerAttribute(name: string, value: number): Buffer {
  return message([text(1, name), int(3, value), int(20, 2)]);
}

/** A constant whose values are in another file, which `location` names. */
export function externalConstant(name: string, shape: readonly number[], location: string): Buffer {
  const entry = message([text(1, 'location'), text(2, location)]);
  return message([...shape.map((size) => int(1, size)), int(2, FLOAT), text(8, name), bytes(13, entry), int(14, 1)]);
}

/** A constant of a graph. Floats for `FLOAT`, otherwise whole numbers. */
export function constant(name: string, type: number, shape: readonly number[], values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * (type === FLOAT ? 4 : type === INT64 ? 8 : 1));
  for (const [i, value] of values.entries()) {
    if (type === FLOAT) data.writeFloatLE(value, 4 * i);
    else if (type === INT64) data.writeBigInt64LE(BigInt(value), 8 * i);
    else data.writeUInt8(value, i);
  }
  return message([...shape.map((size) => int(1, size)), int(2, type), text(8, name), bytes(9, data)]);
}

function encodeGraph({ nodes, inputs, outputs, constants = [] }: OnnxGraph): Buffer {
  return message([
    ...nodes.map((node) => bytes(1, encodeNode(node))),
    text(2, 'graph'),
    ...constants.map((tensor) => bytes(5, tensor)),
    ...inputs.map((value) => bytes(11, encodeValue(value))),
    ...outputs.map((value) => bytes(12, encodeValue(value))),
  ]);
}

function encodeNode({ op, inputs, outputs, attributes = [] }: OnnxNode): Buffer {
  return message([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...attributes.map((attribute) => bytes(5, attribute)),
  ]);
}

function encodeValue({ name, type, shape }: OnnxValue): Buffer {
  const sizes = shape.map((size) => bytes(1, message([typeof size === 'number' ? int(1, size) : text(2, size)])));
  return message([text(1, name), bytes(2, message([bytes(1, message([int(1, type), bytes(2, message(sizes))]))]))]);
}

// Protocol Buffers: a field is its number and wire type, then a varint (0) or a length and bytes (2).

function message(fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

function int(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, data: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
}

function varint(value: number): Buffer {
  const out: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...out, Number(rest)]);
    out.push(Number(rest & 127n) | 128);
  }
}
