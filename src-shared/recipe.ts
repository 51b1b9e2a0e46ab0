import { z } from 'zod';
import { OPERATION_NAMES, type OperationName } from './api/operations.ts';
import { FORMAT_ROWS, FORMATS, type Format } from './formats.ts';

/** One operation of a recipe with its parameters, as the wire takes them. */
export const recipeStep = z.object({
  operation: z.enum(OPERATION_NAMES),
  params: z.record(z.string(), z.unknown()),
  /** Index of the step whose task this one works on; null: works on the source. */
  from: z.int().min(0).nullable(),
  /** The format its file is exported as; null: not exported. */
  exports: z.enum(FORMATS).nullable(),
});

/** One operation of a recipe. */
export type RecipeStep = Readonly<z.infer<typeof recipeStep>>;

/** A named, ordered chain of operations. */
export interface Recipe {
  readonly id: string;
  readonly steps: readonly RecipeStep[];
}

/** Formats made when nothing else is asked for. */
export const DEFAULT_FORMATS: readonly Format[] = ['glb', 'fbx', 'usdz'];

/** The model of the shipped recipe; the local service takes any and says what it really does. */
const DRAFT_MODEL = 'P2-20260801';

/**
 * The shipped recipe: one model, then one conversion for every other format. The model step comes first and is always
 * there, because every conversion works on its task; it is exported only when GLB is asked for.
 */
export function draftRecipe(kind: 'picture' | 'model', formats: readonly Format[]): Recipe {
  const first: RecipeStep = {
    operation: kind === 'picture' ? 'image_to_model' : 'import_model',
    params: kind === 'picture' ? { model: DRAFT_MODEL, texture: true, pbr: true } : {},
    from: null,
    exports: formats.includes('glb') ? 'glb' : null,
  };
  return { id: 'draft', steps: [first, ...formats.flatMap(conversionStep)] };
}

/** The step that makes a format from the model of step 0; none for the GLB itself. */
export function conversionStep(format: Format): RecipeStep[] {
  const { convert } = FORMAT_ROWS[format];
  if (!convert) return [];
  return [
    { operation: 'convert_model' satisfies OperationName, params: { format: convert }, from: 0, exports: format },
  ];
}
