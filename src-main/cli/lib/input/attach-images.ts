import path from 'node:path';
import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { OPERATIONS, OPERATION_NAMES, type OperationName } from '../../../../src-shared/api/operations.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import { IMAGE_EXTENSIONS } from '../../../../src-shared/formats/formats.ts';
import { mapFileParameters, replaceReferences } from '../../../../src-shared/operations/map-file-parameters.ts';
import { parseReference, toReferenceText } from '../../../../src-shared/operations/image-reference.ts';
import type { ReferenceStore } from '../../../pipeline/reference-store.ts';
import { maskControlCharacters } from '../output/mask-control-characters.ts';
import { setFileToken, parseUploadArgument } from './request-body.ts';

type Take = ReferenceStore['keep'];

/** Stands in for a picture while it is looked at whether its field takes one. */
const ANY_PICTURE = toReferenceText({ sha256: '0'.repeat(64), name: 'picture.png' });

/**
 * The parameters of an operation with pictures in the fields that `--upload FIELD=FILE` names, as `call` takes them. Throws
 * `config_invalid` where a field takes none, and what the store throws about a file.
 */
export async function attachImages(
  operation: OperationName,
  params: AnyValues,
  uploads: readonly string[],
  take: Take,
): Promise<AnyValues> {
  const wanted = uploads.map(parseUploadArgument);
  for (const { field } of wanted) {
    const taken: string[] = [];
    replaceReferences(operation, setFileToken({}, field, ANY_PICTURE, ''), (_, place) => void taken.push(place));
    if (taken.includes(field)) continue;
    const detail = `“${maskControlCharacters(field)}” of ${operation} takes no picture.`;
    throw new AppError('config_invalid', detail, { subject: '--upload' });
  }
  let placed = params;
  for (const { field, filePath } of wanted) {
    const reference = await take({ path: path.resolve(filePath), name: path.basename(filePath) });
    placed = setFileToken(placed, field, toReferenceText(reference), '');
  }
  return placed;
}

/**
 * The text of a recipe file in which every picture that a parameter names by its path, beside the file, is named as the
 * library has it. What is no recipe is answered as it is; throws what the store throws about a file.
 */
export async function importRecipeImages(text: string, filePath: string, take: Take): Promise<string> {
  const recipe = readObject(text);
  if (!recipe || !Array.isArray(recipe['steps'])) return text;
  const steps = recipe['steps'] as unknown[];
  const names = new Set(steps.flatMap(listPaths));
  if (names.size === 0) return text;
  const kept = new Map<unknown, string>();
  for (const name of names) {
    const reference = await take({ path: path.resolve(path.dirname(filePath), name), name: path.basename(name) });
    kept.set(name, toReferenceText(reference));
  }
  const placed = steps.map((step) => (isStep(step) ? withPictures(step, kept) : step));
  return JSON.stringify({ ...recipe, steps: placed });
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

function withPictures(step: Step, kept: ReadonlyMap<unknown, string>): Step {
  return { ...step, params: mapFileParameters(step.operation, step.params, (value) => kept.get(value) ?? value) };
}

/** Neither an address, nor what the library has, and it ends as pictures do. */
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
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
