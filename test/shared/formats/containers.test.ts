import { describe, expect, test } from 'vitest';
import { sniffContainer, SIGNATURE_BYTES, type Container } from '../../../src-shared/formats/containers.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text.padEnd(SIGNATURE_BYTES, 'x'), 'latin1');

const HEADS: readonly (readonly [Container, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['bmp', 'BM'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['avif', '\0\0\0\x20ftypavif'],
  ['avif', '\0\0\0\x20ftypavis'],
  ['heic', '\0\0\0\x18ftypheic'],
  ['heic', '\0\0\0\x18ftypmif1'],
  ['ktx2', '\xabKTX 20\xbb\r\n\x1a\n'],
  ['glb', 'glTF\x02\0\0\0'],
  ['fbx', 'Kaydara FBX Binary  \0'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['usdc', 'PXR-USDC'],
  ['usda', '#usda 1.0'],
  ['ply', 'ply\nformat'],
  ['ply', 'ply\r\nformat'],
];

describe('container signatures', () => {
  test.each(HEADS)('%s is recognized by %j', (container, head) => {
    expect(sniffContainer(bytes(head))).toBe(container);
  });

  test('a signature that is cut off is no container', () => {
    for (const [container, head] of HEADS) expect(sniffContainer(bytes(head).subarray(0, 1)), container).toBeNull();
  });

  test('a RIFF file that is not WebP and plain text are no container', () => {
    expect(sniffContainer(bytes('RIFF\x10\0\0\0WAVEfmt '))).toBeNull();
    expect(sniffContainer(bytes('v 1 2 3\nplywood'))).toBeNull();
    expect(sniffContainer(new Uint8Array())).toBeNull();
  });
});
