import { z } from 'zod';
import { messageOrTextSchema, messageSchema } from '../../api/messages/message.ts';
import { diffLine } from '../../recipes/diff-line.ts';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { price } from '../../jobs/job.ts';
import { recipe, recipeStep } from '../../recipes/recipe.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';
import { FLOW_KINDS } from '../../recipes/step-flows.ts';

/** What a job of a recipe costs at the service in use: the sum of what is known, and how many steps nobody knows it of. */
const recipePrice = z.object({ free: z.boolean(), total: z.string(), unknown: z.int() });

/** What a job of a recipe costs at the service in use. */
export type RecipePrice = Readonly<z.infer<typeof recipePrice>>;

/** A recipe of the list; a damaged file has a problem instead of recipes. */
export const listedRecipe = z.object({
  id: z.string(),
  /** Comes with the app and stays as it is. */
  shipped: z.boolean(),
  /** By the kind of source; absent: it takes no such source. */
  recipes: z.partialRecord(z.enum(SOURCE_KINDS), recipe).nullable(),
  problem: messageOrTextSchema.nullable(),
  /** By the kind of source, as `recipes`. */
  prices: z.partialRecord(z.enum(SOURCE_KINDS), recipePrice),
  /** What the recipe it was made from has in its newer version, one line each; null: nothing. */
  upgrade: z.object({ id: z.string(), from: z.int(), to: z.int(), diff: z.array(diffLine) }).nullable(),
});

/** What became of a recipe that was brought in; `exists`: nothing was written, `diff` tells what would change. */
export const importedRecipe = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'exists']),
  id: z.string(),
  diff: z.array(diffLine),
});

/** A recipe that is being worked on: shaped as one, but free to break its rules. */
export const recipeDraft = recipe.extend({
  id: z.string().max(200),
  name: z.string().max(1_000),
  help: z.string().max(20_000),
  steps: z.array(recipeStep).max(60),
});

/** What is wrong with a recipe: `step` counts from 0, null: the recipe as a whole; `field`: empty, or a field of it. */
const recipeIssue = z.object({
  step: z.int().nullable(),
  field: z.string(),
  message: z.string(),
  /** The message to be translated; absent for what a schema or the chain says. */
  detail: messageSchema.optional(),
});

/** A draft, judged by the rules of the service in use; nothing is sent. */
export const checkedRecipe = z.object({
  issues: z.array(recipeIssue),
  steps: z.array(
    z.object({
      /** Null: nobody knows it, or the step cannot be ordered like this. */
      price: price.shape.amount,
      flow: z.object({ kind: z.enum(FLOW_KINDS), format: z.enum(FORMATS).nullable(), clips: z.int() }),
    }),
  ),
  price: recipePrice,
  /** The same for each other kind of source it takes as well. */
  prices: z.partialRecord(z.enum(SOURCE_KINDS), recipePrice),
  /** Other kinds of sources it could take as well. */
  others: z.array(z.enum(SOURCE_KINDS)),
  /** What differs from what is kept, one line each; null: nothing of that id is kept. */
  unsaved: z.array(diffLine).nullable(),
  /** What it was made from, and what differs from that as it is now; `now` null: it is gone. */
  origin: z.object({ id: z.string(), version: z.int(), now: z.int().nullable(), diff: z.array(diffLine) }).nullable(),
});

/** An operation that may be put into a chain, and the chain with it; `refusal`: why it cannot stand there. */
export const stepChoice = z.object({
  operation: z.enum(OPERATION_NAMES),
  refusal: messageSchema.nullable(),
  steps: z.array(recipeStep).nullable(),
});

/** What became of a recipe that was to be kept; `exists`: nothing was written, and `recipe` is the one that is there. */
export const savedRecipe = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'exists']),
  recipe,
  /** What differs from the one that is, or was, there. */
  diff: z.array(diffLine),
});

/** Who uses a recipe now: jobs that are not over, and hot folders by what people call them. */
export const recipeUses = z.object({ jobs: z.int(), folders: z.array(z.string()) });
