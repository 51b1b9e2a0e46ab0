import { AppError } from '../../../src-shared/base/errors.ts';
import { sniffContainer } from '../../../src-shared/formats/containers.ts';
import { isSplatFile } from '../../../src-shared/formats/splat-file.ts';
import { isBinaryStl } from '../../../src-shared/formats/stl-file.ts';
import { checkContainerEnd } from '../../folders/watching/container-end.ts';
import type { Disk } from '../../base/files/disk.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { describeUnknownContent } from './describe-unknown-content.ts';

/** Format of a downloaded model by its bytes; `zip` may contain an OBJ or a glTF with side files. */
export type SniffedFormat = 'glb' | 'fbx' | 'usdz' | 'stl' | '3mf' | 'ply' | 'splat' | 'zip';

const HEAD_BYTES = 512;
/** Size of a zip entry's header before its name, in bytes (APPNOTE 4.3.7). */
const ZIP_ENTRY_BYTES = 30;

/**
 * Detects a model's format from its bytes and checks that the container is complete as far as its size is known: a GLB's
 * length, a binary STL's triangle count, the last record of an FBX, the directory of a package. Throws `result_damaged`.
 */
export async function sniffModel({ path }: { readonly path: string }, disk: Disk): Promise<SniffedFormat> {
  const file = await disk.open(path, 'read');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const length = await file.read(head, 0);
    const size = await file.size();
    const format = judge(head.subarray(0, length), size);
    const read = async (position: number, most: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(most, size - position)));
      return bytes.subarray(0, await file.read(bytes, position));
    };
    if ((await checkContainerEnd(read, size)) === 'unfinished') throw damaged(message('result.truncated'));
    return format;
  } finally {
    await file.close();
  }
}

function judge(head: Buffer, size: number): SniffedFormat {
  const container = sniffContainer(head);
  if (container === 'glb' && head.byteLength >= 20) {
    const announced = head.readUInt32LE(8);
    if (announced !== size) throw damaged(message('result.length-differs', { declared: announced, actual: size }));
    return 'glb';
  }
  if (container === 'fbx' || container === 'ply') return container;
  if (container === 'zip' && head.byteLength >= ZIP_ENTRY_BYTES) return sniffPackage(head);
  if (head.byteLength >= 84 && size === 84 + 50 * head.readUInt32LE(80)) return 'stl';
  if (isSplatFile(head, size)) return 'splat';
  if (isBinaryStl(head, size)) return 'stl';
  throw damaged(describeUnknownContent(head) ?? message('result.format-unknown'));
}

/** Distinguishes zip files by their first entry: USDZ begins with its root layer, 3MF with OPC's content types; `zip`: neither. */
export function sniffPackage(head: Buffer): 'usdz' | '3mf' | 'zip' {
  if (head.byteLength < ZIP_ENTRY_BYTES) return 'zip';
  const nameEnd = ZIP_ENTRY_BYTES + head.readUInt16LE(26);
  const name = head.toString('utf8', ZIP_ENTRY_BYTES, Math.min(head.byteLength, nameEnd));
  if (/\.usd[acz]?$/i.test(name)) return 'usdz';
  if (name === '[Content_Types].xml' || name === '_rels/.rels') return '3mf';
  return 'zip';
}

function damaged(detail: MessageOrText): AppError {
  return new AppError('result_damaged', detail, { retryable: true });
}
