import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { OPERATIONS, OPERATION_NAMES, type OperationName } from '../../../../src-shared/api/operations.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import { IMAGE_EXTENSIONS } from '../../../../src-shared/formats/formats.ts';
import { mapFileParameters, replaceReferences } from '../../../../src-shared/operations/map-file-parameters.ts';
import { parseReference, toReferenceText } from '../../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../../pipeline/reference-store.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { setFileToken, parseUploadArgument } from './request-body.ts';
import { parseJsonFile } from '../../../../src-shared/formats/parse-bounded-json.ts';

type SaveImage = ReferenceStore['add'];

/** A reference to test whether a field accepts an image. */
const ANY_IMAGE = toReferenceText({ sha256: '0'.repeat(64), name: 'image.png' });

/**
 * The parameters of an operation with the images of `--upload FIELD=FILE` in their fields. Throws `config_invalid` where a
 * field takes no image, and the errors of the store.
 */
export async function attachImages(
  operation: OperationName,
  params: AnyValues,
  uploads: readonly string[],
  saveImage: SaveImage,
): Promise<AnyValues> {
  const wanted = uploads.map(parseUploadArgument);
  for (const { field } of wanted) {
    const accepted: string[] = [];
    replaceReferences(operation, setFileToken({}, field, ANY_IMAGE, ''), (_, path) => void accepted.push(path));
    if (accepted.includes(field)) continue;
    const detail = `“${maskControlCharacters(field)}” of ${operation} does not take an image.`;
    throw new AppError('config_invalid', detail, { subject: '--upload' });
  }
  let placed = params;
  for (const { field, filePath } of wanted) {
    const reference = await saveImage({ path: path.resolve(filePath), name: path.basename(filePath) });
    placed = setFileToken(placed, field, toReferenceText(reference), '');
  }
  return placed;
}

/**
 * The text of a recipe file with its image paths, relative to the file, replaced by references to the library. Text that is
 * not a recipe is returned unchanged. Throws `config_invalid` for a path that leaves the folder of the file, because a recipe
 * from elsewhere must not pull in other files of the user, and the errors of the store.
 */
export async function importRecipeImages(text: string, filePath: string, saveImage: SaveImage): Promise<string> {
  const recipe = readObject(text);
  if (!recipe || !Array.isArray(recipe['steps'])) return text;
  const steps = recipe['steps'] as unknown[];
  const names = new Set(steps.flatMap(listPaths));
  if (names.size === 0) return text;
  const kept = new Map<unknown, string>();
  for (const name of names) {
    const reference = await saveImage({ path: await findBeside(filePath, name), name: path.basename(name) });
    kept.set(name, toReferenceText(reference));
  }
  const placed = steps.map((step) => (isStep(step) ? withImages(step, kept) : step));
  return JSON.stringify({ ...recipe, steps: placed });
}

/** The path of an image in the folder of a recipe file, also after links; it may not exist. */
async function findBeside(filePath: string, name: string): Promise<string> {
  const folder = path.dirname(path.resolve(filePath));
  const place = path.resolve(folder, name);
  const real = await realpath(place).catch(() => null);
  const isInside = isBelow(folder, place) && (real === null || isBelow(await realpath(folder), real));
  if (isInside && !path.isAbsolute(name) && !path.win32.isAbsolute(name)) return place;
  const words = `The image “${maskControlCharacters(name)}” is not in the folder of the recipe file.`;
  throw new AppError('config_invalid', `${words} Move it there and use its relative path.`, {
    subject: path.basename(filePath),
  });
}

function isBelow(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

interface Step {
  readonly operation: OperationName;
  readonly params: AnyValues;
}

function listPaths(step: unknown): string[] {
  const found: string[] = [];
  if (isStep(step)) mapFileParameters(step.operation, step.params, (value) => (isPath(value) ? found.push(value) : 0));
  return found;
}

function withImages(step: Step, kept: ReadonlyMap<unknown, string>): Step {
  return { ...step, params: mapFileParameters(step.operation, step.params, (value) => kept.get(value) ?? value) };
}

/** True if a value is a path to an image: no URL, no reference, and with the extension of an image. */
function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || /^(https?|data):/i.test(value) || parseReference(value)) return false;
  return (IMAGE_EXTENSIONS as readonly string[]).includes(path.extname(value).slice(1).toLowerCase());
}

function isStep(value: unknown): value is Step {
  const { operation, params } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isKnown = OPERATION_NAMES.some((name) => name === operation) && Object.hasOwn(OPERATIONS, String(operation));
  return isKnown && typeof params === 'object' && params !== null && !Array.isArray(params);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = parseJsonFile(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
