import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { parseGltfJson } from './parse-gltf-json.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

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
    throw new ModelError('not_a_model', engineMessage('gltf.not-glb'));
  }
  if (glb.byteLength < 20) throw new ModelError('truncated', engineMessage('gltf.truncated-header'));
  if (view.getUint32(4, true) !== 2) {
    throw new ModelError('unsupported', engineMessage('gltf.glb-version', { version: view.getUint32(4, true) }));
  }
  const length = view.getUint32(8, true);
  if (length > glb.byteLength) {
    throw new ModelError('truncated', engineMessage('gltf.file-length', { declared: length, actual: glb.byteLength }));
  }

  let json: unknown;
  let binary: Uint8Array = new Uint8Array();
  for (let at = 12, chunk = 0; at + 8 <= length; chunk++) {
    const bytes = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + bytes > length) throw new ModelError('truncated', engineMessage('gltf.chunk-length'));
    if (chunk === 0) {
      if (type !== JSON_CHUNK) throw new ModelError('not_a_model', engineMessage('gltf.json-not-first'));
      json = parseDescription(glb.subarray(start, start + bytes));
    } else if (chunk === 1 && type === BINARY_CHUNK) {
      binary = glb.subarray(start, start + bytes);
    }
    at = start + bytes;
  }
  if (json === undefined) throw new ModelError('truncated', engineMessage('gltf.json-missing'));
  return { json, binary };
}

function parseDescription(bytes: Uint8Array): unknown {
  try {
    return parseGltfJson(bytes);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError('not_a_model', engineMessage('gltf.json-damaged'), cause);
  }
}
