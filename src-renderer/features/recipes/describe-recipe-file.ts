import { operationTitle } from '../../app/language/labels.ts';
import { LONGEST_RECIPE_FILE } from './open-recipe-file.ts';

/** What a recipe file says about itself. */
export interface RecipeFileFacts {
  readonly name: string;
  /** Names of the results of its steps. */
  readonly steps: readonly string[];
}

/**
 * Reads what to show of a recipe file before it is imported; null if it is none, or longer than one can be. Main checks it
 * when it is imported.
 */
export async function describeRecipeFile(file: Pick<File, 'size' | 'text'>): Promise<RecipeFileFacts | null> {
  if (file.size > LONGEST_RECIPE_FILE) return null;
  const { name, steps } = readObject(await file.text());
  if (typeof name !== 'string' || !Array.isArray(steps)) return null;
  const operations = steps.flatMap((step: unknown) => {
    const { operation } = toObject(step);
    return typeof operation === 'string' ? [operationTitle(operation)] : [];
  });
  return { name, steps: operations };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return toObject(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return {};
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
