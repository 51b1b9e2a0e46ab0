/** A prim of a crate: its type and properties. */
export interface CratePrim {
  readonly path: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, CrateProperty>>;
}

/** A property: a value, or what it names. */
interface CrateProperty {
  readonly type?: string;
  readonly value?: CrateValue;
  /** Values in time. */
  readonly samples?: readonly (readonly [time: number, value: CrateValue])[];
  readonly interpolation?: string;
  /** Paths. */
  readonly targets?: readonly string[];
  readonly connection?: string;
}

/** Values by the kinds a crate has; `packed` ones are compressed. */
export type CrateValue =
  | { readonly token: string }
  | { readonly asset: string }
  | { readonly float: number }
  | { readonly bool: boolean }
  | { readonly ints: readonly number[] }
  | { readonly floats: readonly number[] }
  | { readonly vec2s: readonly number[] }
  | { readonly vec3s: readonly number[] }
  | { readonly vec3d: readonly number[] }
  | { readonly tokens: readonly string[] }
  | { readonly matrix: readonly number[] }
  | { readonly matrices: readonly number[] }
  /** Real part last. */
  | { readonly quats: readonly number[] };

const INLINED = 0x40000000;
const ARRAY = 0x80000000;
const PACKED = 0x20000000;

/** Writes a crate of version 0.8 (OpenUSD, usd/crateFile) as OpenUSD lays it out; prims parents first. */
export function writeUsdc(
  metadata: Readonly<Record<string, CrateValue | number>>,
  prims: readonly CratePrim[],
): Uint8Array {
  const tokens: string[] = [''];
  const tokenOf = (text: string): number => {
    const known = tokens.indexOf(text);
    return known >= 0 ? known : tokens.push(text) - 1;
  };
  const paths = ['/'];
  const pathOf = (path: string): number => {
    const known = paths.indexOf(path);
    return known >= 0 ? known : paths.push(path) - 1;
  };
  for (const { path, properties } of prims) {
    pathOf(path);
    for (const name of Object.keys(properties)) pathOf(`${path}.${name}`);
  }

  let body = Buffer.alloc(88);
  const put = (bytes: Buffer): number => {
    body = Buffer.concat([body, Buffer.alloc((8 - (body.length % 8)) % 8)]);
    const at = body.length;
    body = Buffer.concat([body, bytes]);
    return at;
  };
  const toRep = (value: CrateValue | number): [low: number, high: number] => {
    if (typeof value === 'number') return toRep({ float: value });
    if ('token' in value) return [tokenOf(value.token), INLINED | (11 << 16)];
    if ('asset' in value) return [tokenOf(value.asset), INLINED | (12 << 16)];
    if ('bool' in value) return [Number(value.bool), INLINED | (1 << 16)];
    if ('float' in value) return [f32(value.float).readUInt32LE(), INLINED | (8 << 16)];
    if ('vec3d' in value) return [put(Buffer.concat(value.vec3d.map(f64))), 23 << 16];
    if ('matrix' in value) return [put(Buffer.concat(value.matrix.map(f64))), 15 << 16];
    if ('matrices' in value) {
      return [put(Buffer.concat([u64(value.matrices.length / 16), ...value.matrices.map(f64)])), ARRAY | (15 << 16)];
    }
    if ('quats' in value) {
      return [put(Buffer.concat([u64(value.quats.length / 4), ...value.quats.map(f32)])), ARRAY | (17 << 16)];
    }
    if ('tokens' in value) {
      const words = value.tokens.map((text) => u32(tokenOf(text)));
      return [put(Buffer.concat([u64(words.length), ...words])), ARRAY | (11 << 16)];
    }
    if ('ints' in value) {
      const isPacked = value.ints.length >= 16;
      const data = isPacked ? counted(packIntegers(value.ints)) : Buffer.concat(value.ints.map(i32));
      return [put(Buffer.concat([u64(value.ints.length), data])), ARRAY | (isPacked ? PACKED : 0) | (3 << 16)];
    }
    const [type, size, list] =
      'floats' in value ? [8, 1, value.floats] : 'vec2s' in value ? [20, 2, value.vec2s] : [24, 3, value.vec3s];
    return [put(Buffer.concat([u64(list.length / size), ...list.map(f32)])), ARRAY | (type << 16)];
  };
  /** An offset to what follows: the times, an offset to what follows, and the values. */
  const toSamples = (samples: NonNullable<CrateProperty['samples']>): [number, number] => {
    const times = put(Buffer.concat([u64(samples.length), ...samples.map(([time]) => f64(time))]));
    const reps = samples.map(([, value]) => toRep(value));
    const words = [[times, 48 << 16] as const].concat(reps).map(([low, high]) => [u32(low), u32(high >>> 0)]);
    return [
      put(Buffer.concat([u64(8), ...words[0]!, u64(8), u64(samples.length), ...words.slice(1).flat()])),
      46 << 16,
    ];
  };
  const toPathList = (list: readonly string[]): [number, number] => {
    const words = list.map((path) => u32(pathOf(path)));
    return [put(Buffer.concat([Buffer.from([3]), u64(words.length), ...words])), 34 << 16];
  };

  const fields: { token: number; rep: [number, number] }[] = [];
  const sets: number[] = [];
  const specs: { path: number; set: number; type: number }[] = [];
  const addSpec = (path: string, type: number, list: readonly [string, [number, number]][]): void => {
    specs.push({ path: pathOf(path), set: sets.length, type });
    for (const [name, rep] of list) sets.push(fields.push({ token: tokenOf(name), rep }) - 1);
    sets.push(-1);
  };
  addSpec(
    '/',
    7,
    Object.entries(metadata).map(([name, value]) => [name, toRep(value)]),
  );
  for (const { path, type, properties } of prims) {
    addSpec(path, 6, [
      ['specifier', [0, INLINED | (42 << 16)]],
      ['typeName', toRep({ token: type })],
    ]);
    for (const [name, each] of Object.entries(properties)) {
      const list: [string, [number, number]][] = [['typeName', toRep({ token: each.type ?? 'token' })]];
      if (each.value) list.push(['default', toRep(each.value)]);
      if (each.samples) list.push(['timeSamples', toSamples(each.samples)]);
      if (each.interpolation !== undefined) list.push(['interpolation', toRep({ token: each.interpolation })]);
      if (each.targets) list.push(['targetPaths', toPathList(each.targets)]);
      if (each.connection !== undefined) list.push(['connectionPaths', toPathList([each.connection])]);
      addSpec(`${path}.${name}`, each.targets ? 8 : 1, list);
    }
  }

  const tree = toPathTree(paths, tokenOf);
  const text = Buffer.from(`${tokens.join('\0')}\0`);
  const reps = Buffer.concat(fields.flatMap(({ rep: [low, high] }) => [u32(low), u32(high >>> 0)]));
  const sections: [string, Buffer][] = [
    ['TOKENS', Buffer.concat([u64(tokens.length), u64(text.length), counted(packBytes(text))])],
    ['STRINGS', u64(0)],
    [
      'FIELDS',
      Buffer.concat([
        u64(fields.length),
        counted(packIntegers(fields.map(({ token }) => token))),
        counted(packBytes(reps)),
      ]),
    ],
    ['FIELDSETS', Buffer.concat([u64(sets.length), counted(packIntegers(sets))])],
    [
      'PATHS',
      Buffer.concat([u64(paths.length), u64(paths.length), ...tree.map((list) => counted(packIntegers(list)))]),
    ],
    [
      'SPECS',
      Buffer.concat([
        u64(specs.length),
        counted(packIntegers(specs.map(({ path }) => path))),
        counted(packIntegers(specs.map(({ set }) => set))),
        counted(packIntegers(specs.map(({ type }) => type))),
      ]),
    ],
  ];
  const contents = sections.map(([name, bytes]) => {
    const label = Buffer.alloc(16);
    label.write(name);
    return Buffer.concat([label, u64(put(bytes)), u64(bytes.length)]);
  });
  const start = put(Buffer.concat([u64(contents.length), ...contents]));
  body.write('PXR-USDC');
  body.set([0, 8, 0], 8);
  body.set(u64(start), 16);
  return body;
}

/** Places, last parts and jumps of the tree of paths, parents first. */
function toPathTree(paths: readonly string[], tokenOf: (text: string) => number): [number[], number[], number[]] {
  const parentOf = (path: string): string => path.replace(path.includes('.') ? /\..*$/ : /\/[^/]*$/, '') || '/';
  const childrenOf = (path: string): string[] => paths.filter((each) => each !== '/' && parentOf(each) === path);
  const [places, names, jumps]: [number[], number[], number[]] = [[], [], []];
  const add = (path: string, hasSibling: boolean): void => {
    const at = places.push(paths.indexOf(path)) - 1;
    const isProperty = path.includes('.');
    const part = path === '/' ? '' : path.replace(isProperty ? /^[^.]*\./ : /^.*\//, '');
    names.push(isProperty ? -tokenOf(part) : tokenOf(part));
    jumps.push(0);
    const children = childrenOf(path);
    children.forEach((child, i) => add(child, i < children.length - 1));
    if (children.length > 0) jumps[at] = hasSibling ? places.length - at : -1;
    else jumps[at] = hasSibling ? 0 : -2;
  };
  add('/', false);
  return [places, names, jumps];
}

/** Integers as differences to the last, each in 32 bits, around a common difference of 1. */
function packIntegers(numbers: readonly number[]): Buffer {
  const codes = Buffer.alloc(Math.ceil(numbers.length / 4));
  const rest: Buffer[] = [];
  let last = 0;
  numbers.forEach((number, i) => {
    const difference = number - last;
    last = number;
    if (difference === 1) return;
    const isSmall = Math.abs(difference) < 128;
    codes[i >> 2]! |= (isSmall ? 1 : 3) << ((i & 3) * 2);
    rest.push(isSmall ? Buffer.from([difference & 255]) : i32(difference));
  });
  return packBytes(Buffer.concat([i32(1), codes, ...rest]));
}

/** One LZ4 block of literals and, for a run of 16 equal bytes at its beginning, one match. */
function packBytes(bytes: Buffer): Buffer {
  const isRun = bytes.length > 40 && bytes.subarray(0, 20).every((byte) => byte === bytes[0]);
  const head = isRun ? Buffer.from([0x1f, bytes[0]!, 1, 0, 0]) : Buffer.alloc(0);
  const literals = isRun ? bytes.subarray(20) : bytes;
  const lengths: number[] = [];
  for (let left = literals.length - 15; left >= 0; left -= 255) lengths.push(Math.min(255, left));
  if (lengths.at(-1) === 255) lengths.push(0);
  const token = Buffer.from([Math.min(15, literals.length) << 4, ...lengths]);
  return Buffer.concat([Buffer.from([0]), head, token, literals]);
}

function counted(bytes: Buffer): Buffer {
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

function i32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

function f32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}

function f64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return buffer;
}
