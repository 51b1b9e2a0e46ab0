import { z } from 'zod';
import { OPERATION_NAMES, type OperationName } from '../api/operations.ts';
import { FORMAT_ROWS, FORMATS, type MeshFormat } from '../formats/formats.ts';
import { SOURCE_KINDS, type SourceKind } from '../formats/source-kind.ts';

/** Most operations in one recipe. */
export const MAX_STEPS = 20;

/** Most jobs made of one source in one order. */
export const MAX_VARIANTS = 16;

/** What an id looks like: it is also the name of a file, on every system. */
const SLUG = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;

/** The id of a recipe. */
export const recipeId = z
  .string()
  .regex(SLUG, 'must have 1 to 48 lowercase letters and digits, with dashes only in between, such as “my-game”.');

/** What a person calls a recipe; never part of a path, so that it may be one nowhere. */
const recipeName = z
  .string()
  .min(1, 'must not be empty.')
  .max(80, 'must have at most 80 characters.')
  .regex(
    /^[^\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u,
    'must not contain path or control characters (\\ / : * ? " < > |).',
  );

/** One operation of a recipe with its parameters, as the wire takes them. */
export const recipeStep = z.strictObject({
  operation: z.enum(OPERATION_NAMES),
  params: z.record(z.string(), z.unknown()).default({}),
  /** Index of the step whose task this one works on; null: works on the source. */
  from: z.int().min(0).nullable().default(null),
  /** The format its file is exported as; null: not exported. */
  exports: z.enum(FORMATS).nullable().default(null),
});

/** One operation of a recipe. */
export type RecipeStep = Readonly<z.infer<typeof recipeStep>>;

/** A named, ordered chain of operations, as data. Whether the service takes it is told by `checkRecipe`. */
export const recipe = z.strictObject({
  id: recipeId,
  /** Rises with every change. */
  version: z.int().min(1),
  name: recipeName,
  help: z.string().max(1_000),
  /** What kind of source starts it. */
  takes: z.enum(SOURCE_KINDS),
  /** Other kinds it takes as well: its first step then makes the model of that kind, the others stay. Absent: none. */
  also: z.array(z.enum(SOURCE_KINDS)).max(SOURCE_KINDS.length).optional(),
  steps: z.array(recipeStep).min(1, 'must have at least one step.').max(MAX_STEPS, `can have at most ${MAX_STEPS}.`),
  /** The recipe it was duplicated from, as that stood then; null: none. */
  basedOn: z
    .strictObject({ id: recipeId, version: z.int().min(1) })
    .nullable()
    .default(null),
});

/** A named, ordered chain of operations. */
export type Recipe = Readonly<Omit<z.infer<typeof recipe>, 'steps'>> & { readonly steps: readonly RecipeStep[] };

/** The recipes that one name stands for, by the kind of source; absent: it takes no such source. */
export type RecipeSet = Readonly<Partial<Record<SourceKind, Recipe>>>;

/** The recipe for a kind of source, else the first one there is. */
export function pickRecipe(set: RecipeSet, takes: SourceKind): Recipe {
  const found = set[takes] ?? recipesOf(set)[0];
  if (!found) throw new Error('The recipe set is empty.');
  return found;
}

/** The recipes of a set, in the order of the kinds. */
export function recipesOf(set: RecipeSet): Recipe[] {
  return SOURCE_KINDS.flatMap((kind) => set[kind] ?? []);
}

/** Formats made when nothing else is asked for. */
export const DEFAULT_FORMATS: readonly MeshFormat[] = ['glb', 'fbx', 'usdz'];

/** The step that makes a format from the model of another step; none for the GLB itself. */
export function conversionStep(format: MeshFormat, from: number): RecipeStep[] {
  const { convert } = FORMAT_ROWS[format];
  if (!convert) return [];
  return [{ operation: 'convert_model' satisfies OperationName, params: { format: convert }, from, exports: format }];
}
