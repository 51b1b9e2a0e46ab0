import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';

const CLASSES: ReadonlyMap<string, RateClass> = new Map(
  [...Object.values(ENDPOINTS), ...Object.values(OPERATIONS)].map(({ path, rateClass }) => [path, rateClass]),
);

/** The class whose rate limit a call counts towards, by its path below the base URL; what is not known is a query. */
export function rateClassOf(path: string): RateClass {
  return CLASSES.get(path.split('?', 1)[0] as string) ?? 'query';
}
