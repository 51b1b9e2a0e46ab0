import { createHash } from 'node:crypto';
import { AppError } from '../../../src-shared/base/errors.ts';
import { listReferences, replaceReferences } from '../../../src-shared/operations/map-file-parameters.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import { MAX_EMBEDDED_IMAGE_BYTES, toRecipeFile, type RecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import type { ImageReference } from '../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../pipeline/reference-store.ts';
import { joinMessages, message, type Message } from '../../../src-shared/messages/message.ts';

/** A recipe as file text, and the names of images that are missing or too large to include. */
export interface ExportedRecipe {
  readonly text: string;
  readonly left: readonly string[];
}

/** A recipe file with the available images of its steps, up to 16 MB in total. */
export async function exportRecipe(recipe: Recipe, store: Pick<ReferenceStore, 'read'>): Promise<ExportedRecipe> {
  const pictures: Record<string, string> = {};
  const left = new Set<string>();
  let room = MAX_EMBEDDED_IMAGE_BYTES;
  for (const { operation, params } of recipe.steps) {
    for (const reference of listReferences(operation, params)) {
      if (Object.hasOwn(pictures, reference.sha256)) continue;
      const bytes = await store.read(reference, room);
      if (!bytes) {
        left.add(reference.name);
        continue;
      }
      room -= bytes.byteLength;
      pictures[reference.sha256] = Buffer.from(bytes).toString('base64');
    }
  }
  return { text: toRecipeFile(recipe, pictures), left: [...left] };
}

/** Location of an image reference in a recipe. */
interface Place {
  readonly step: number;
  readonly field: string;
  readonly reference: ImageReference;
}

/**
 * Imports the images of a recipe file into the library with the usual image checks; with `identify` it only checks
 * if they could be imported. Throws `config_invalid` naming every image that is neither in the file nor in the library,
 * and the store's error about an image.
 */
export async function saveRecipeImages(
  { recipe, pictures }: RecipeFile,
  subject: string,
  store: Pick<ReferenceStore, 'has' | 'add' | 'identify'>,
  how: 'add' | 'identify' = 'add',
): Promise<void> {
  const carried = new Map<string, { bytes: Buffer; name: string }>();
  const missing: Message[] = [];
  for (const { step, field, reference } of listPlaces(recipe)) {
    const { sha256, name } = reference;
    const bytes = readCarried(pictures, sha256);
    if (bytes) carried.set(`${sha256}.${reference.ending}`, { bytes, name });
    else if (!(await store.has(reference)))
      missing.push(message('recipe.image-not-carried', { step: step + 1, name, field }));
  }
  if (missing.length > 0) {
    const detail = joinMessages([...missing, message('recipe.export-again')]);
    throw new AppError('config_invalid', detail, { subject });
  }
  for (const [wanted, picture] of carried) {
    const { sha256, ending } = await store[how](picture);
    if (`${sha256}.${ending}` === wanted) continue;
    throw new AppError('config_invalid', message('recipe.image-wrong-format', { name: picture.name }), {
      subject,
    });
  }
}

function listPlaces({ steps }: Recipe): Place[] {
  const places: Place[] = [];
  for (const [step, { operation, params }] of steps.entries())
    replaceReferences(operation, params, (reference, field) => places.push({ step, field, reference }));
  return places;
}

/** The image that a file includes for a hash, if its content matches. */
function readCarried(pictures: RecipeFile['pictures'], sha256: string): Buffer | null {
  if (!Object.hasOwn(pictures, sha256)) return null;
  const bytes = Buffer.from(pictures[sha256] ?? '', 'base64');
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
}
