import { z } from 'zod';
import { describeIssues, parseRecipe, type RecipeContext } from './check-recipe.ts';
import { AppError } from '../base/errors.ts';
import type { Recipe } from './recipe.ts';
import { message, type MessageOrText } from '../messages/message.ts';

/** The key that tells a recipe file from any other JSON; its value is the version of the format. */
const MARK = 'dropforge_recipe';
/** Format 2 carries images; a file without any is written in format 1, which every Dropforge reads. */
const FORMAT_VERSION = 1;
const CARRYING_VERSION = 2;

/** Longest recipe without its images, in bytes; a real one has a few thousand. */
export const MAX_RECIPE_BYTES = 1024 ** 2;

/** All images that one file carries, in bytes. */
export const MAX_EMBEDDED_IMAGE_BYTES = 16 * 1024 ** 2;

/** Longest recipe file, in bytes: base64 takes four for three. */
export const MAX_RECIPE_FILE_BYTES = MAX_RECIPE_BYTES + Math.ceil(MAX_EMBEDDED_IMAGE_BYTES / 3) * 4;

/** Images that steps name, in base64 by their content (SHA-256, hex). */
const carried = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string());

/** Images that a recipe file carries: base64 by SHA-256. Not yet checked: what is in there may be anything. */
export type EmbeddedImages = Readonly<Record<string, string>>;

/** What is in a recipe file. */
export interface RecipeFile {
  readonly recipe: Recipe;
  readonly pictures: EmbeddedImages;
}

/** A recipe as the text of a file, with the images it carries. */
export function toRecipeFile(recipe: Recipe, pictures: EmbeddedImages = {}): string {
  const isCarrying = Object.keys(pictures).length > 0;
  const version = isCarrying ? CARRYING_VERSION : FORMAT_VERSION;
  return `${JSON.stringify({ [MARK]: version, ...recipe, ...(isCarrying ? { pictures } : {}) }, null, 2)}\n`;
}

/** Reads the text of a recipe file and checks the whole recipe; throws `config_invalid` with every reason. */
export function parseRecipeFile(text: string, subject: string, context: RecipeContext): RecipeFile {
  const refuse = (detail: MessageOrText): AppError => new AppError('config_invalid', detail, { subject });
  if (text.length > MAX_RECIPE_FILE_BYTES) throw refuse(message('recipe.over-23-mb'));
  const data = readJson(text);
  if (data === null) throw refuse(message('recipe.not-an-object'));
  const { [MARK]: version, pictures: given = {}, ...rest } = data;
  if (typeof version === 'number' && version > CARRYING_VERSION) {
    throw refuse(message('recipe.newer-format', { format: version, supported: CARRYING_VERSION }));
  }
  if (version !== FORMAT_VERSION && version !== CARRYING_VERSION) throw refuse(message('recipe.no-marker'));
  const pictures = carried.safeParse(given);
  if (!pictures.success) throw refuse(message('recipe.images-invalid'));
  const carriedLength = Object.values(pictures.data).reduce((sum, { length }) => sum + length, 0);
  if (text.length - carriedLength > MAX_RECIPE_BYTES) throw refuse(message('recipe.over-1-mb'));
  const { recipe, issues } = parseRecipe(rest, context);
  if (recipe) return { recipe, pictures: pictures.data };
  throw refuse(describeIssues(issues));
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
