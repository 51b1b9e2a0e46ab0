import { decodeKtx2 } from '../../../src-main/engine/files/images/decode-ktx2.ts';
import { decodeTarga } from '../../../src-main/engine/files/images/decode-targa.ts';
import { EngineError } from '../../../src-main/engine/base/errors/engine-error.ts';
import { generateKtx2 } from '../formats/ktx2.ts';
import { generateTga } from '../formats/tga.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';

/** KTX2 textures, which are read inside of models only. */
export const ktx2: JsonTarget = {
  kind: 'json',
  name: 'ktx2',
  generate: generateKtx2,
  run: (input) => isDecoded(() => decodeKtx2(toBytes(input))),
};

/** Targa textures, which are read inside of models only. */
export const targaTextures: JsonTarget = {
  kind: 'json',
  name: 'tga-texture',
  generate: generateTga,
  run: (input) => isDecoded(() => decodeTarga(toBytes(input))),
};

/** Decoders refuse with a full sentence, which their callers put into a message. */
async function isDecoded(decode: () => Promise<{ data: Uint8Array }> | { data: Uint8Array }): Promise<boolean> {
  try {
    return (await decode()).data.byteLength > 0;
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const isSentence = error instanceof Error && error.constructor === Error && /^[A-Z].*\.$/.test(error.message);
    if (isSentence) return false;
    throw error;
  }
}

function toBytes(input: FuzzInput): Uint8Array {
  return typeof input === 'string' ? Buffer.from(input) : Uint8Array.from(input);
}
