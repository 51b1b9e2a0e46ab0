import { parseRecipe, toIssueLine, type RecipeContext } from './check-recipe.ts';
import { AppError } from './errors.ts';
import type { Recipe } from './recipe.ts';

/** The key that tells a recipe file from any other JSON; its value is the version of the format. */
const MARK = 'dropforge_recipe';
const FORMAT_VERSION = 1;

/** Longest recipe file, in bytes; a real one has a few thousand. */
export const LONGEST_RECIPE_FILE = 1024 ** 2;

/** Issues told at once; the rest is counted. */
const MOST_ISSUES = 8;

/** A recipe as the text of a file. */
export function toRecipeFile(recipe: Recipe): string {
  return `${JSON.stringify({ [MARK]: FORMAT_VERSION, ...recipe }, null, 2)}\n`;
}

/** Reads the text of a recipe file and checks the whole recipe; throws `config_invalid` with every reason. */
export function parseRecipeFile(text: string, subject: string, context: RecipeContext): Recipe {
  const refuse = (detail: string): AppError => new AppError('config_invalid', detail, { subject });
  if (text.length > LONGEST_RECIPE_FILE) throw refuse('It is longer than 1 MB; a recipe is short.');
  const data = readJson(text);
  if (data === null)
    throw refuse('It is no recipe: a recipe file is one JSON object with “dropforge_recipe”: 1 in it.');
  const { [MARK]: version, ...rest } = data;
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw refuse(`It was written by a newer Dropforge (format ${version}; this one reads ${FORMAT_VERSION}). Update.`);
  }
  if (version !== FORMAT_VERSION) throw refuse('It is no recipe: “dropforge_recipe”: 1 is missing.');
  const { recipe, issues } = parseRecipe(rest, context);
  if (recipe) return recipe;
  const lines = issues.slice(0, MOST_ISSUES).map((issue) => toIssueLine(issue));
  const more = issues.length > MOST_ISSUES ? ` … and ${issues.length - MOST_ISSUES} more.` : '';
  throw refuse(`${lines.join(' ')}${more}`);
}

/** One JSON object, or null. */
function readJson(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
