import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';

const CLASSES: ReadonlyMap<string, RateClass> = new Map(
  [...Object.values(ENDPOINTS), ...Object.values(OPERATIONS)].map(({ path, rateClass }) => [path, rateClass]),
);

/** The rate limit class of a call, by its path below the base URL; unknown paths are queries. */
export function rateClassOf(path: string): RateClass {
  return CLASSES.get(path.split('?', 1)[0] as string) ?? 'query';
}
