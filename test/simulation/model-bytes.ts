import { createHash } from 'node:crypto';
import { createPrng } from './prng.ts';

/** SHA-256, hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The model a task puts out: right by its container, and different for every identity. `GLB` when nothing is converted. */
export function makeModel(identity: string, format: string): Buffer {
  const outputLength = 200 + createPrng(identity).integer(1200);
  const filling = createHash('shake256', { outputLength }).update(identity).digest();
  switch (format) {
    case 'FBX':
      // Whether something is missing behind its last record, only the announced length can tell.
      return Buffer.concat([FBX_HEAD, Buffer.alloc(EMPTY_RECORD_BYTES), filling]);
    case 'USDZ':
      return Buffer.concat([zipEntry('model.usdc', filling), filling, zipEnd()]);
    case '3MF':
      return Buffer.concat([zipEntry('[Content_Types].xml', filling), filling, zipEnd()]);
    case 'STL':
      return makeStl(filling);
    default:
      return makeGlb(filling);
  }
}

/** An image with a source's identity in it; only its container's head is right. */
export function makePicture(identity: string): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(sha256(identity).repeat(4))]);
}

function makeGlb(filling: Buffer): Buffer {
  const text = JSON.stringify({ asset: { version: '2.0' }, extras: filling.toString('base64') });
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + json.byteLength, 8);
  head.writeUInt32LE(json.byteLength, 12);
  head.write('JSON', 16, 'latin1');
  return Buffer.concat([head, json]);
}

function makeStl(filling: Buffer): Buffer {
  const triangles = Math.floor(filling.byteLength / 50);
  const head = Buffer.alloc(84);
  head.writeUInt32LE(triangles, 80);
  return Buffer.concat([head, filling.subarray(0, triangles * 50)]);
}

/** A binary FBX of version 7400, up to its records. */
const FBX_HEAD = Buffer.from('Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0', 'latin1');
/** The empty record that ends a list of records. */
const EMPTY_RECORD_BYTES = 13;

/** An end record that tells of nothing (APPNOTE 4.3.16). */
function zipEnd(): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return end;
}

/** A stored entry's local header and its bytes (APPNOTE 4.3.7). */
function zipEntry(name: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt32LE(bytes.byteLength, 18);
  head.writeUInt32LE(bytes.byteLength, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), bytes]);
}
