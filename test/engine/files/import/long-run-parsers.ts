import type { OpenFile } from '../../../../src-main/base/files/disk.ts';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { forEachElementOf } from '../../../../src-main/engine/files/3mf/xml-elements.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { createMemoryMeter } from '../../../../src-main/engine/files/import/memory-meter.ts';
import { parseMtl } from '../../../../src-main/engine/files/obj/parse-mtl.ts';
import { parseObj } from '../../../../src-main/engine/files/obj/parse-obj.ts';
import { readStl } from '../../../../src-main/engine/files/stl/read-stl.ts';
import { parseUsda } from '../../../../src-main/engine/files/usd/read/parse-usda.ts';
import { toModelFile } from '../../../../src-main/engine/files/zip/model-file.ts';
import type { FileSource } from '../../../../src-main/engine/files/zip/zip-archive.ts';
import { listObjImages } from '../../../../src-main/readers/inspect/list-obj-images.ts';
import type { TextFormat } from './long-run-texts.ts';

const NO_FILES: FileSource = {
  paths: [],
  archiveBytes: 0,
  find: () => null,
  read: () => Promise.resolve(null),
  open: () => null,
};

/** The images of an OBJ with this material library. */
function listImages(library: Uint8Array): Promise<unknown> {
  return listObjImages(toOpenFile(Buffer.from('mtllib a.mtl\n')), () => Promise.resolve(toOpenFile(library)));
}

function toOpenFile(bytes: Uint8Array): OpenFile {
  return {
    read: (buffer, position) => {
      const part = bytes.subarray(position, position + buffer.byteLength);
      buffer.set(part);
      return Promise.resolve(part.byteLength);
    },
    size: () => Promise.resolve(bytes.byteLength),
    write: () => Promise.reject(new Error('read-only')),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const PARSERS: Readonly<Record<TextFormat, (bytes: Uint8Array) => unknown>> = {
  FBX: parseTextFbx,
  OBJ: (bytes) => parseObj(toModelFile(bytes).pieces(), createMemoryMeter()),
  MTL: (bytes) => parseMtl(bytes, NO_FILES, '', [], createMemoryMeter()),
  'MTL images': listImages,
  STL: (bytes) => readStl(toModelFile(bytes)),
  USDA: (bytes) => parseUsda(decode(bytes), ''),
  '3MF': (bytes) => forEachElementOf(toModelFile(bytes), { open: () => undefined, close: () => undefined }),
};

/** Parses a text that may be damaged. */
export async function parseLongRun(format: TextFormat, text: string): Promise<void> {
  try {
    await PARSERS[format](Buffer.from(text));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
  }
}
