import { z } from 'zod';
import { OPERATION_NAMES, type OperationName } from '../api/operations.ts';
import { FORMAT_ROWS, FORMATS, type MeshFormat } from '../formats/formats.ts';
import { SOURCE_KINDS, type SourceKind } from '../formats/source-kind.ts';

/** Maximum number of operations in a recipe. */
export const MAX_STEPS = 20;

/** Format of an id, which is also used as a file name on every system. */
const SLUG = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;

/** Id of a recipe. */
export const recipeId = z
  .string()
  .regex(SLUG, 'must have 1 to 48 lowercase letters and digits, with dashes only in between, such as “my-game”.');

/** Display name of a recipe; never used in a path, but must not look like one either. */
const recipeName = z
  .string()
  .min(1, 'must not be empty.')
  .max(80, 'must have at most 80 characters.')
  .regex(
    /^[^\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u,
    'must not contain path or control characters (\\ / : * ? " < > |).',
  );

/** One operation of a recipe with its parameters in wire format. */
export const recipeStep = z.strictObject({
  operation: z.enum(OPERATION_NAMES),
  params: z.record(z.string(), z.unknown()).default({}),
  /** Index of the step whose task it processes; null: the source. */
  from: z.int().min(0).nullable().default(null),
  /** Export format; null: not exported. */
  exports: z.enum(FORMATS).nullable().default(null),
});

/** One operation of a recipe. */
export type RecipeStep = Readonly<z.infer<typeof recipeStep>>;

/** A named, ordered chain of operations. `checkRecipe` checks whether the service accepts it. */
export const recipe = z.strictObject({
  id: recipeId,
  /** Increases with every change. */
  version: z.int().min(1),
  name: recipeName,
  help: z.string().max(1_000),
  /** Kind of source it starts from. */
  takes: z.enum(SOURCE_KINDS),
  /** Other kinds it accepts: its first step then uses the operation of that kind, the others stay. Absent: none. */
  also: z.array(z.enum(SOURCE_KINDS)).max(SOURCE_KINDS.length).optional(),
  steps: z.array(recipeStep).min(1, 'must have at least one step.').max(MAX_STEPS, `can have at most ${MAX_STEPS}.`),
  /** The recipe it was duplicated from, as it was at that time; null: none. */
  basedOn: z
    .strictObject({ id: recipeId, version: z.int().min(1) })
    .nullable()
    .default(null),
});

/** A named, ordered chain of operations. */
export type Recipe = Readonly<Omit<z.infer<typeof recipe>, 'steps'>> & { readonly steps: readonly RecipeStep[] };

/** The recipes of one name by kind of source; absent: not accepted. */
export type RecipeSet = Readonly<Partial<Record<SourceKind, Recipe>>>;

/** Returns the recipe for a kind of source, or else the first one. */
export function pickRecipe(set: RecipeSet, takes: SourceKind): Recipe {
  const match = set[takes] ?? recipesOf(set)[0];
  if (!match) throw new Error('The recipe set is empty.');
  return match;
}

/** Returns the recipes of a set, in the order of the kinds. */
export function recipesOf(set: RecipeSet): Recipe[] {
  return SOURCE_KINDS.flatMap((kind) => set[kind] ?? []);
}

/** Formats used by default. */
export const DEFAULT_FORMATS: readonly MeshFormat[] = ['glb', 'fbx', 'usdz'];

/** Returns the step that converts the model of another step to a format; none for GLB. */
export function conversionStep(format: MeshFormat, from: number): RecipeStep[] {
  const { convert } = FORMAT_ROWS[format];
  if (!convert) return [];
  return [{ operation: 'convert_model' satisfies OperationName, params: { format: convert }, from, exports: format }];
}
