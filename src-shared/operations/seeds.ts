import { SEED_FIELDS } from '../api/fields/seed-fields.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import type { AnyValues, Operation } from '../api/operation.ts';

/** One seed for each field. */
export type Seeds = Readonly<Record<(typeof SEED_FIELDS)[number], number>>;

/** Generates 31-bit seeds; `integer` returns an integer from 0 to below its argument. */
export function drawSeeds(integer: (below: number) => number): Seeds {
  return { model_seed: integer(2 ** 31), texture_seed: integer(2 ** 31), image_seed: integer(2 ** 31) };
}

/** Returns the seeds among parameters. */
export function pickSeeds(params: AnyValues): Partial<Seeds> {
  const set = SEED_FIELDS.filter((field) => Number.isSafeInteger(params[field]));
  return Object.fromEntries(set.map((field) => [field, params[field]]));
}

/** Adds the seeds of an operation to parameters; existing ones stay unless `renew` is set. */
export function withSeeds(name: OperationName, params: AnyValues, seeds: Seeds, renew = false): AnyValues {
  const { fields }: Operation = OPERATIONS[name];
  const replaced = SEED_FIELDS.filter((field) => field in fields && (renew || params[field] === undefined));
  return { ...params, ...Object.fromEntries(replaced.map((field) => [field, seeds[field]])) };
}
