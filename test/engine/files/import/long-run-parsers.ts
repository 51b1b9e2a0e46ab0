import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { forEachElement } from '../../../../src-main/engine/files/3mf/xml-elements.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { parseObj } from '../../../../src-main/engine/files/obj/parse-obj.ts';
import { readStl } from '../../../../src-main/engine/files/stl/read-stl.ts';
import { parseUsda } from '../../../../src-main/engine/files/usd/read/parse-usda.ts';
import { toModelFile } from '../../../../src-main/engine/files/zip/model-file.ts';
import type { TextFormat } from './long-run-texts.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const PARSERS: Readonly<Record<TextFormat, (bytes: Uint8Array) => unknown>> = {
  FBX: parseTextFbx,
  OBJ: (bytes) => parseObj(toModelFile(bytes).pieces()),
  STL: (bytes) => readStl(toModelFile(bytes)),
  USDA: (bytes) => parseUsda(decode(bytes), ''),
  '3MF': (bytes) => forEachElement(decode(bytes), { open: () => undefined, close: () => undefined }),
};

/** Parses a text that may be damaged. */
export async function parseLongRun(format: TextFormat, text: string): Promise<void> {
  try {
    await PARSERS[format](Buffer.from(text));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
  }
}
