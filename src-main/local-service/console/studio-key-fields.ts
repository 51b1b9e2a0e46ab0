import { z } from 'zod';
import { OPERATION_NAMES, type OperationName } from '../../../src-shared/api/operations.ts';
import { wireCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { NewStudioKey } from '../account/postgres-api-keys.ts';

/** Maximum length of the name and the project of a key. */
export const MAX_KEY_NAME = 100;

/** What a key may do. Every key may read, which must be said: scopes without `read` would grant more than they name. */
const SCOPES = ['read', 'create', 'admin'] as const;

const budget = wireCredits.refine((credits) => credits >= 0, 'must not be negative').nullable();
// PostgreSQL cannot store NUL.
const label = z
  .string()
  .trim()
  .max(MAX_KEY_NAME)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters');

/** Budgets of a key as the console sends them; null: none. */
export const keyBudgets = z.strictObject({ day_budget: budget, month_budget: budget });

/** A new key as the console sends it. */
export const newKeyFields = z
  .strictObject({
    name: label.min(1),
    project: label.default(''),
    scopes: z
      .array(z.enum(SCOPES))
      .refine((scopes) => scopes.includes('read'), 'must include read')
      .default(['read', 'create']),
    /** Null: all. */
    operations: z
      .array(z.enum(OPERATION_NAMES as readonly [OperationName, ...OperationName[]]))
      .min(1)
      .nullable()
      .default(null),
    day_budget: budget.default(null),
    month_budget: budget.default(null),
  })
  .transform(
    ({ name, project, scopes, operations, day_budget: dayBudget, month_budget: monthBudget }): NewStudioKey => ({
      ...{ name, project, operations, dayBudget, monthBudget },
      mayCreate: scopes.includes('create'),
      isAdmin: scopes.includes('admin'),
    }),
  );
