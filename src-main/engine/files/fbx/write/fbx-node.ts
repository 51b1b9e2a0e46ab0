/** An array of numbers; its type in the file: d, f, i or l. */
export type FbxNumbers = Float64Array | Float32Array | Int32Array | BigInt64Array;

/** A property of an FBX node; its type in the file: I, L, D, C, S, R, and those of arrays. */
export type FbxValue = number | bigint | FbxDouble | boolean | string | Uint8Array | FbxNumbers;

/** A number that is stored as a double; a bare number is stored as a 32-bit integer. */
interface FbxDouble {
  readonly double: number;
}

/** A node of an FBX document. `null` children: none, and no end mark for them. */
export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxNode[] | null;
}

/** Creates a node that has values only. */
export function leaf(name: string, ...values: FbxValue[]): FbxNode {
  return { name, values, children: null };
}

/** Creates a node with children. */
export function branch(name: string, values: readonly FbxValue[], children: readonly FbxNode[]): FbxNode {
  return { name, values, children };
}

/** For each kind of property its type, subtype and flags in the file, and whether its numbers are integers. */
const PROPERTY_KINDS = {
  int: ['int', 'Integer', '', 'integer'],
  enum: ['enum', '', '', 'integer'],
  bool: ['bool', '', '', 'integer'],
  double: ['double', 'Number', '', 'double'],
  number: ['Number', '', 'A', 'double'],
  color: ['Color', '', 'A', 'double'],
  time: ['KTime', 'Time', '', 'integer'],
  text: ['KString', '', '', 'integer'],
  path: ['KString', 'XRefUrl', '', 'integer'],
  translation: ['Lcl Translation', '', 'A', 'double'],
  rotation: ['Lcl Rotation', '', 'A', 'double'],
  scaling: ['Lcl Scaling', '', 'A', 'double'],
} as const;

/** One line of a `properties` list: name, kind, values. */
export type FbxProperty = readonly [
  name: string,
  kind: keyof typeof PROPERTY_KINDS,
  ...values: (number | bigint | string)[],
];

/** Creates a `Properties70` node. */
export function properties(...list: readonly FbxProperty[]): FbxNode {
  const lines = list.map(([name, kind, ...values]) => {
    const [type, subtype, flags, storage] = PROPERTY_KINDS[kind];
    const stored = values.map((value) => {
      return storage === 'double' && typeof value === 'number' ? { double: value } : value;
    });
    return leaf('P', name, type, subtype, flags, ...stored);
  });
  return branch('Properties70', [], lines);
}
