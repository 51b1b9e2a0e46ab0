import { OPERATIONS, type OperationName } from '../api/operations.ts';
import type { AnyValues, Operation } from '../api/operation.ts';

/** Fields that hold chance: the same seed and source give the same result. */
export const SEED_FIELDS = ['model_seed', 'texture_seed', 'image_seed'] as const;

/** One seed for each field. */
export type Seeds = Readonly<Record<(typeof SEED_FIELDS)[number], number>>;

/** Draws seeds of 31 bits; `integer` answers a whole number from 0, below its argument. */
export function drawSeeds(integer: (below: number) => number): Seeds {
  return { model_seed: integer(2 ** 31), texture_seed: integer(2 ** 31), image_seed: integer(2 ** 31) };
}

/** The seeds among parameters. */
export function pickSeeds(params: AnyValues): Partial<Seeds> {
  const set = SEED_FIELDS.filter((field) => Number.isSafeInteger(params[field]));
  return Object.fromEntries(set.map((field) => [field, params[field]]));
}

/** The parameters with the seeds their operation takes; one that is set already stays unless `renew`. */
export function withSeeds(name: OperationName, params: AnyValues, seeds: Seeds, renew = false): AnyValues {
  const { fields }: Operation = OPERATIONS[name];
  const taken = SEED_FIELDS.filter((field) => field in fields && (renew || params[field] === undefined));
  return { ...params, ...Object.fromEntries(taken.map((field) => [field, seeds[field]])) };
}
