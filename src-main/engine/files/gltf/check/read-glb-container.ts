import { ModelError } from '../../../base/errors/model-error.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** The two parts of a GLB file. */
export interface GlbContainer {
  readonly json: unknown;
  readonly binary: Uint8Array;
}

/**
 * Splits a GLB (glTF 2.0, chapter 4) after checking magic, version, length and every chunk's bounds. Bytes after the
 * declared length and unknown chunks are ignored. Throws `ModelError`.
 */
export function readGlbContainer(glb: Uint8Array): GlbContainer {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  if (glb.byteLength < 4 || view.getUint32(0, true) !== MAGIC) {
    throw new ModelError('not_a_model', 'This file is not a GLB model.');
  }
  if (glb.byteLength < 20) throw new ModelError('truncated', 'The model file ends inside its header.');
  if (view.getUint32(4, true) !== 2) {
    throw new ModelError('unsupported', `The model is GLB version ${view.getUint32(4, true)}; only version 2 is read.`);
  }
  const length = view.getUint32(8, true);
  if (length > glb.byteLength) {
    throw new ModelError('truncated', `The model file should have ${length} bytes but has ${glb.byteLength}.`);
  }

  let json: unknown;
  let binary: Uint8Array = new Uint8Array();
  for (let at = 12, chunk = 0; at + 8 <= length; chunk++) {
    const bytes = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + bytes > length) throw new ModelError('truncated', 'A part of the model file goes past its end.');
    if (chunk === 0) {
      if (type !== JSON_CHUNK)
        throw new ModelError('not_a_model', 'The model file does not begin with its description.');
      json = parseDescription(glb.subarray(start, start + bytes));
    } else if (chunk === 1 && type === BINARY_CHUNK) {
      binary = glb.subarray(start, start + bytes);
    }
    at = start + bytes;
  }
  if (json === undefined) throw new ModelError('truncated', 'The model file has no description.');
  return { json, binary };
}

function parseDescription(bytes: Uint8Array): unknown {
  if (bytes.byteLength > MAX_JSON_BYTES) {
    throw new ModelError('too_large', 'The description inside the model file is larger than 64 MB.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ModelError('not_a_model', 'The description inside the model file is damaged.', cause);
  }
}
