import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** Limits of the JSON of a glTF that is shown; a text of more values takes gigabytes once it is parsed. */
const LIMITS = { values: 1_500_000, depth: 512 };

/** Parses the JSON of a glTF. Throws for what is not JSON, or beyond the limits. */
export function parseGltfText(text: string): unknown {
  return parseBoundedJson(text, LIMITS);
}
