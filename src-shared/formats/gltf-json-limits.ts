import type { JsonLimits } from './parse-bounded-json.ts';

/**
 * Limits of the JSON of a glTF: so many values fit in the memory of a reader. A document of as many objects as a reader reads has
 * fewer.
 */
export const GLTF_JSON_LIMITS: JsonLimits = { values: 1_500_000, depth: 512 };
