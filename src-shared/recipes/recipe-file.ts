import { z } from 'zod';
import { describeIssues, parseRecipe, type RecipeContext } from './check-recipe.ts';
import { AppError } from '../base/errors.ts';
import type { Recipe } from './recipe.ts';
import { message, type MessageOrText } from '../messages/message.ts';
import { parseJsonFile } from '../formats/parse-bounded-json.ts';

/** The key that identifies a recipe file; its value is the version of the format. */
const MARK = 'dropforge_recipe';
/** Format 2 includes images; a file without any uses format 1, which every Dropforge supports. */
const FORMAT_VERSION = 1;
const CARRYING_VERSION = 2;

/** Maximum size of a recipe without its images, in bytes; a typical one has a few thousand. */
export const MAX_RECIPE_BYTES = 1024 ** 2;

/** Maximum size of all images in one file, in bytes. */
export const MAX_EMBEDDED_IMAGE_BYTES = 16 * 1024 ** 2;

/** Maximum size of a recipe file, in bytes: base64 needs four bytes for three. */
export const MAX_RECIPE_FILE_BYTES = MAX_RECIPE_BYTES + Math.ceil(MAX_EMBEDDED_IMAGE_BYTES / 3) * 4;

/** Images used by the steps, in base64 by their hash (SHA-256, hex). */
const carried = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string());

/** Images in a recipe file: base64 by SHA-256. Not validated yet: the content may be anything. */
export type EmbeddedImages = Readonly<Record<string, string>>;

/** Content of a recipe file. */
export interface RecipeFile {
  readonly recipe: Recipe;
  readonly pictures: EmbeddedImages;
}

/** Formats a recipe with its images as the text of a file. */
export function toRecipeFile(recipe: Recipe, pictures: EmbeddedImages = {}): string {
  const isCarrying = Object.keys(pictures).length > 0;
  const version = isCarrying ? CARRYING_VERSION : FORMAT_VERSION;
  return `${JSON.stringify({ [MARK]: version, ...recipe, ...(isCarrying ? { pictures } : {}) }, null, 2)}\n`;
}

/** Parses the text of a recipe file and checks the whole recipe; throws `config_invalid` with every issue. */
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

/** Parses a JSON object; null if it is none. */
function readJson(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = parseJsonFile(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
