import type { Prng } from '../../simulation/prng.ts';
import { u16, u32, u32be, u64 } from './bytes.ts';

/** Bytes of a chain: enough for more records than any reader should follow. */
const MAX_BYTES = 4_000_000;

/** The kinds of chains, by the container that holds them. */
export const RECORD_CHAINS = {
  png: {
    head: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    record: (_: number, payload: Buffer) =>
      Buffer.concat([u32be(payload.length), Buffer.from('tEXt'), payload, Buffer.alloc(4)]),
  },
  jpeg: {
    head: Buffer.from('\xff\xd8', 'latin1'),
    record: (_: number, payload: Buffer) =>
      Buffer.concat([Buffer.from('\xff\xe1', 'latin1'), u16(payload.length + 2).reverse(), payload]),
  },
  'jpeg-fill': {
    head: Buffer.from('\xff\xd8', 'latin1'),
    record: () => Buffer.from('\xff', 'latin1'),
  },
  fbx: {
    head: Buffer.concat([Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'), u32(7400)]),
    record: (at: number, payload: Buffer) => Buffer.concat([u32(at + 4 + payload.length), payload]),
  },
  'fbx-long': {
    head: Buffer.concat([Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'), u32(7500)]),
    record: (at: number, payload: Buffer) => Buffer.concat([u64(at + 8 + payload.length), payload]),
  },
} as const;

/** A file that consists of many small records and has no end. */
export function makeRecordChain(kind: keyof typeof RECORD_CHAINS, records: number, payloadBytes = 0): Buffer {
  const { head, record } = RECORD_CHAINS[kind];
  const payload = Buffer.alloc(payloadBytes, 0x20);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let made = 0; made < records && at < MAX_BYTES; made++) {
    const part = record(at, payload);
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

/** A chain of random kind, length and record size. */
export function generateRecordChain(prng: Prng): Buffer {
  const kinds = Object.keys(RECORD_CHAINS) as (keyof typeof RECORD_CHAINS)[];
  return makeRecordChain(prng.pick(kinds), prng.integer(200_000), prng.chance(0.5) ? prng.integer(600) : 0);
}
