import { createHash } from 'node:crypto';

/**
 * The asset id of a loose file in the output folder from its path and content, computed as in the bridges, so that it is the
 * same on every computer. `path` is relative with forward slashes.
 */
export function toLooseFileId(path: string, sha256: string): string {
  const digest = createHash('sha256')
    .update(`${path.normalize('NFC')}\0${sha256}`)
    .digest()
    .subarray(0, 16);
  // RFC 9562: version 5 and variant bits.
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
