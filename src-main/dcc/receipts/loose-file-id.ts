import { createHash } from 'node:crypto';

/**
 * The id of a file that a person put into the export folder, by its place and its content, as the bridges make it: the
 * same file is the same asset on every computer. `place` is relative with forward slashes.
 */
export function toLooseFileId(place: string, sha256: string): string {
  const digest = createHash('sha256')
    .update(`${place.normalize('NFC')}\0${sha256}`)
    .digest()
    .subarray(0, 16);
  // RFC 9562: version 5 and its variant.
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
