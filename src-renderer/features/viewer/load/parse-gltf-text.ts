import { GLTF_JSON_LIMITS } from '../../../../src-shared/formats/gltf-json-limits.ts';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** Parses the JSON of a glTF. Throws for what is not JSON, or beyond the limits. */
export function parseGltfText(text: string): unknown {
  return parseBoundedJson(text, GLTF_JSON_LIMITS);
}
