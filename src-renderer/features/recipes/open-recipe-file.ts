import { parseReference } from '../../../src-shared/operations/image-reference.ts';

/** Maximum size of a recipe file in bytes, including base64 images. */
export const LONGEST_RECIPE_FILE = 23 * 1024 ** 2;

/** A recipe file without its images, and those as files under the names its steps use. */
export interface OpenedRecipe {
  readonly text: string;
  readonly pictures: readonly File[];
}

/**
 * Extracts the images from the text of a recipe file, because messages to main are too small for them. Only images that
 * a step names become files. Invalid text is returned unchanged; main reports what is wrong with it.
 */
export function openRecipeFile(text: string): OpenedRecipe {
  const data = readObject(text);
  const carried = data && toObject(data['pictures']);
  if (!carried) return { text, pictures: [] };
  const names = new Map<string, string>();
  collectNames(data['steps'], names);
  const pictures = Object.entries(carried).flatMap(([sha256, base64]) => {
    const name = names.get(sha256);
    const bytes = name === undefined ? null : decode(base64);
    return name !== undefined && bytes ? [new File([bytes], name)] : [];
  });
  const { pictures: _, ...rest } = data;
  return { text: JSON.stringify(rest), pictures };
}

/** Collects the names that steps use for images, by content hash. */
function collectNames(value: unknown, names: Map<string, string>): void {
  const reference = parseReference(value);
  if (reference) names.set(reference.sha256, reference.name);
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value) as unknown[]) collectNames(part, names);
}

function decode(base64: unknown): Uint8Array<ArrayBuffer> | null {
  try {
    if (typeof base64 !== 'string') return null;
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    return toObject(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return null;
  }
}

function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
