import { unzipSync, zipSync } from 'fflate';

/** A stream of numbers from 0 to 1 that depends on its seed alone (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (bytes: Buffer, pick: (most: number) => number) => Buffer;

const WORDS = [0xffffffff, 0x7fffffff, 0x80000000, 0, 1, 0xfffe, 0x10000000];
const TEXTS = [
  'nan',
  '-1',
  '999999999999',
  '1e999',
  '(((((((((((((((',
  '[[[[[[[[',
  '{',
  '}',
  '"',
  '<',
  '/>',
  '../',
  '\0',
  '-2147483649',
];

/** What happens to files: bits turn, ends go missing, lengths lie, pieces come twice or not at all, brackets pile up. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flip: (bytes, pick) => {
    for (let i = pick(8) + 1; i > 0; i--) bytes[pick(bytes.length)]! ^= 1 << pick(8);
    return bytes;
  },
  truncate: (bytes, pick) => bytes.subarray(0, pick(bytes.length)),
  lie: (bytes, pick) => {
    bytes.writeUInt32LE(WORDS[pick(WORDS.length)]!, pick(Math.max(1, bytes.length - 4)));
    return bytes;
  },
  repeat: (bytes, pick) => {
    const at = pick(bytes.length);
    const piece = bytes.subarray(at, at + 1 + pick(400));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: 1 + pick(20) }, () => piece),
      bytes.subarray(at),
    ]);
  },
  drop: (bytes, pick) => {
    const at = pick(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + pick(200))]);
  },
  insert: (bytes, pick) => {
    const at = pick(bytes.length);
    const text = TEXTS[pick(TEXTS.length)]!.repeat(1 + pick(3) ** 8);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
  },
  number: (bytes, pick) => {
    const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)];
    const number = numbers[pick(Math.max(1, numbers.length))];
    if (!number) return bytes;
    const text = Buffer.from(TEXTS[pick(4)]!);
    return Buffer.concat([bytes.subarray(0, number.index), text, bytes.subarray(number.index + number[0].length)]);
  },
};

/** A damaged copy; `kind` says how. Archives are damaged inside and packed again half of the time, checksums right. */
export function mutate(file: Uint8Array, kind: string, random: () => number): Uint8Array {
  const pick = (most: number): number => Math.floor(random() * most);
  const change = MUTATIONS[kind]!;
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  if (!isZip || random() < 0.5) return change(Buffer.from(file), pick);
  const inside = unzipSync(file);
  const names = Object.keys(inside).filter((name) => !/\.(png|jpg)$/.test(name));
  const name = names[pick(names.length)]!;
  inside[name] = new Uint8Array(change(Buffer.from(inside[name]!), pick));
  return zipSync(inside, { level: 1 });
}
