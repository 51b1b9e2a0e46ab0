import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { GLTF_JSON_LIMITS } from '../../../../../src-shared/formats/gltf-json-limits.ts';
import { JsonLimitError, parseBoundedJson } from '../../../../../src-shared/formats/parse-bounded-json.ts';
import { ModelError } from '../../../base/errors/model-error.ts';

/** Maximum size of the JSON of a glTF, in bytes: with its buffers inside, it takes four times its size. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum length of extras that are a text: the library makes a property of each of its characters. */
const MAX_TEXT_EXTRAS = 10_000;

const decodeStrictly = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/**
 * Parses the JSON of a glTF, whose size and number of values are limited before. Throws `ModelError` `too_large`, and other
 * errors for what is not JSON.
 */
export function parseGltfJson(bytes: Uint8Array, decode = decodeStrictly): unknown {
  if (bytes.length > MAX_BYTES) throw new ModelError('too_large', engineMessage('gltf.json-too-large'));
  const json = parseWithinLimits(decode(bytes));
  checkExtras(json);
  return json;
}

function parseWithinLimits(text: string): unknown {
  try {
    return parseBoundedJson(text, GLTF_JSON_LIMITS);
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw error;
    const isDeep = error.limit === 'depth';
    const detail = isDeep
      ? engineMessage('model-limit.depth', { limit: GLTF_JSON_LIMITS.depth })
      : engineMessage('model-limit.parts');
    throw new ModelError('too_large', detail, error);
  }
}

function checkExtras(json: unknown): void {
  const waiting = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if ('extras' in value && typeof value.extras === 'string' && value.extras.length > MAX_TEXT_EXTRAS) {
      throw new ModelError('not_a_model', engineMessage('gltf.invalid'));
    }
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
}
