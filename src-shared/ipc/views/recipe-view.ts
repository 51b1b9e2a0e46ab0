import { z } from 'zod';
import { messageOrTextSchema, messageSchema } from '../../api/messages/message-schema.ts';
import { diffLine } from '../../recipes/diff-line.ts';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { price } from '../../jobs/job.ts';
import { recipe, recipeStep } from '../../recipes/recipe.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';
import { FLOW_KINDS } from '../../recipes/step-flows.ts';

/**
 * Price of a job of a recipe at the service in use: the sum of known prices, and the number of steps with unknown ones.
 */
const recipePrice = z.object({ free: z.boolean(), total: z.string(), unknown: z.int() });

/** Price of a job of a recipe at the service in use. */
export type RecipePrice = Readonly<z.infer<typeof recipePrice>>;

/** A recipe of the list; a damaged file has a problem instead of recipes. */
export const listedRecipe = z.object({
  id: z.string(),
  /** True if it is built in and read-only. */
  shipped: z.boolean(),
  /** By kind of source; absent: not accepted. */
  recipes: z.partialRecord(z.enum(SOURCE_KINDS), recipe).nullable(),
  problem: messageOrTextSchema.nullable(),
  /** Changes in the newer version of the recipe it was copied from, one line each; null: none. */
  upgrade: z.object({ id: z.string(), from: z.int(), to: z.int(), diff: z.array(diffLine) }).nullable(),
});

/** Prices of the recipes that can be used, by recipe id and kind of source. */
export const recipePrices = z.record(z.string(), z.partialRecord(z.enum(SOURCE_KINDS), recipePrice));

/** Result of an import; `exists`: nothing was written, `diff` lists the changes. */
export const importedRecipe = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'exists']),
  id: z.string(),
  diff: z.array(diffLine),
});

/** A recipe being edited: the same structure, but it may be invalid. */
export const recipeDraft = recipe.extend({
  id: z.string().max(200),
  name: z.string().max(1_000),
  help: z.string().max(20_000),
  steps: z.array(recipeStep).max(60),
});

/** An issue of a recipe: `step` counts from 0, null: the whole recipe; `field`: empty, or one of its fields. */
const recipeIssue = z.object({
  step: z.int().nullable(),
  field: z.string(),
  message: z.string(),
  /** The translatable message; absent for errors of the schema or the chain. */
  detail: messageSchema.optional(),
});

/** Result of checking a draft by the rules of the service in use; nothing is sent. */
export const checkedRecipe = z.object({
  issues: z.array(recipeIssue),
  steps: z.array(
    z.object({
      /** Null: unknown, or the step is invalid. */
      price: price.shape.amount,
      flow: z.object({ kind: z.enum(FLOW_KINDS), format: z.enum(FORMATS).nullable(), clips: z.int() }),
    }),
  ),
  price: recipePrice,
  /** Prices for each other kind of source it accepts. */
  prices: z.partialRecord(z.enum(SOURCE_KINDS), recipePrice),
  /** Other kinds of sources it could accept. */
  others: z.array(z.enum(SOURCE_KINDS)),
  /** Differences from the saved recipe, one line each; null: not saved yet. */
  unsaved: z.array(diffLine).nullable(),
  /** The recipe it was copied from, and its current differences; `now` null: it was removed. */
  origin: z.object({ id: z.string(), version: z.int(), now: z.int().nullable(), diff: z.array(diffLine) }).nullable(),
});

/** An operation that may be inserted into a chain, and the resulting chain; `refusal`: why it cannot be inserted. */
export const stepChoice = z.object({
  operation: z.enum(OPERATION_NAMES),
  refusal: messageSchema.nullable(),
  steps: z.array(recipeStep).nullable(),
});

/** Result of saving a recipe; `exists`: nothing was written, `recipe` is the existing one. */
export const savedRecipe = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'exists']),
  recipe,
  /** Differences from the existing or replaced recipe. */
  diff: z.array(diffLine),
});

/** Current uses of a recipe: unfinished jobs, and display names of hot folders. */
export const recipeUses = z.object({ jobs: z.int(), folders: z.array(z.string()) });
