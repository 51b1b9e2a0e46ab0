import { inflateSync } from 'node:zlib';

/** A value of a node: integers and doubles as numbers, 64-bit integers as bigints. */
export type ReadFbxValue = number | bigint | boolean | string | Uint8Array | number[];

/** A node of a binary FBX file. */
export interface ReadFbxNode {
  readonly name: string;
  readonly values: readonly ReadFbxValue[];
  readonly children: readonly ReadFbxNode[];
}

/** What `readFbx` finds. */
export interface ReadFbxFile {
  readonly version: number;
  readonly root: ReadFbxNode;
}

/** Reads a binary FBX file before 7.5 and throws at the first byte that is not as the format has it. */
export function readFbx(bytes: Uint8Array): ReadFbxFile {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expectThat(view.toString('latin1', 0, 23) === 'Kaydara FBX Binary  \0\x1a\0', 'magic');
  const version = view.readUInt32LE(23);
  const children: ReadFbxNode[] = [];
  let at = 27;
  for (;;) {
    const [node, end] = readNode(view, at);
    at = end;
    if (!node) break;
    children.push(node);
  }
  expectThat(view.toString('hex', at, at + 16) === 'fabcab09d0c8d466b176fb831cf7267e', 'footer id');
  at += 20;
  at += 16 - (at % 16);
  expectThat(view.readUInt32LE(at) === version, 'version in the footer');
  expectThat(
    view.subarray(at + 4, at + 124).every((byte) => byte === 0),
    'zeros in the footer',
  );
  expectThat(view.toString('hex', at + 124) === 'f85a8c6adef5d97eece90ce3758f290b', 'end of the footer');
  return { version, root: { name: '', values: [], children } };
}

/** The first node along a path of names; throws if there is none. */
export function getNode(node: ReadFbxNode, ...path: string[]): ReadFbxNode {
  return path.reduce((parent, name) => {
    const child = parent.children.find((each) => each.name === name);
    if (!child) throw new Error(`${parent.name} has no ${name}.`);
    return child;
  }, node);
}

/** The values of a line of a node's `Properties70` after name, type, subtype and flags; throws if it has none. */
export function getProperty(node: ReadFbxNode, name: string): ReadFbxValue[] {
  const line = getNode(node, 'Properties70').children.find(({ values }) => values[0] === name);
  if (!line) throw new Error(`${node.name} has no property ${name}.`);
  return line.values.slice(4);
}

/** The numbers of the array that is a node's only value. */
export function getNumbers(node: ReadFbxNode): number[] {
  const [numbers] = node.values;
  if (!Array.isArray(numbers)) throw new Error(`${node.name} holds no array.`);
  return numbers;
}

/** A node at an offset, null for the mark that ends a list, and the offset behind it. */
function readNode(view: Buffer, start: number): [node: ReadFbxNode | null, end: number] {
  const end = view.readUInt32LE(start);
  const nameLength = view.readUInt8(start + 12);
  if (end === 0) {
    expectThat(
      view.subarray(start, start + 13).every((byte) => byte === 0),
      'end mark',
    );
    return [null, start + 13];
  }
  const name = view.toString('utf8', start + 13, start + 13 + nameLength);
  let at = start + 13 + nameLength;
  const valuesEnd = at + view.readUInt32LE(start + 8);
  const values: ReadFbxValue[] = [];
  for (let i = 0; i < view.readUInt32LE(start + 4); i++) {
    const [value, next] = readValue(view, at);
    values.push(value);
    at = next;
  }
  expectThat(at === valuesEnd, `length of the values of ${name}`);

  const children: ReadFbxNode[] = [];
  while (at < end) {
    const [child, next] = readNode(view, at);
    at = next;
    if (!child) break;
    children.push(child);
  }
  expectThat(at === end, `end of ${name}`);
  return [{ name, values, children }, end];
}

function readValue(view: Buffer, start: number): [value: ReadFbxValue, end: number] {
  const type = String.fromCharCode(view.readUInt8(start));
  const at = start + 1;
  if (type === 'C') return [view.readUInt8(at) === 1, at + 1];
  if (type === 'I') return [view.readInt32LE(at), at + 4];
  if (type === 'D') return [view.readDoubleLE(at), at + 8];
  if (type === 'L') return [view.readBigInt64LE(at), at + 8];
  if (type === 'S' || type === 'R') {
    const end = at + 4 + view.readUInt32LE(at);
    return [type === 'S' ? view.toString('utf8', at + 4, end) : view.subarray(at + 4, end), end];
  }
  expectThat('dfil'.includes(type), `value type ${type}`);
  const length = view.readUInt32LE(at);
  const isDeflated = view.readUInt32LE(at + 4) === 1;
  const end = at + 12 + view.readUInt32LE(at + 8);
  const stored = view.subarray(at + 12, end);
  const raw = isDeflated ? inflateSync(stored) : stored;
  const size = type === 'd' || type === 'l' ? 8 : 4;
  expectThat(raw.length === length * size, 'array length');
  const read = (i: number): number => {
    if (type === 'd') return raw.readDoubleLE(i * size);
    if (type === 'f') return raw.readFloatLE(i * size);
    return type === 'i' ? raw.readInt32LE(i * size) : Number(raw.readBigInt64LE(i * size));
  };
  return [Array.from({ length }, (_, i) => read(i)), end];
}

function expectThat(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`FBX: wrong ${what}.`);
}
