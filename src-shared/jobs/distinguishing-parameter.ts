import type { AnyValues } from '../api/operation.ts';
import type { OperationName } from '../api/operations.ts';

/** Maximum length of the text beside a file name. */
const LONGEST = 60;

/** Parameters that distinguish results of an operation, most important first; absent: none. */
const TELLING: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  decimate_mesh: ['face_limit'],
  stylize_model: ['style'],
  texture_model: ['texture_quality'],
  convert_model: ['format'],
  retarget_animation: ['animations', 'animation'],
};

/**
 * What was asked of an operation that tells its result from others of its kind best: a face limit, a style, the names of
 * clips, shortened; null: nothing was set.
 */
export function findDistinguishingParameter(operation: OperationName, params: AnyValues): string | number | null {
  const value = (TELLING[operation] ?? []).map((field) => params[field]).find((given) => given !== undefined);
  if (typeof value === 'number') return value;
  const words = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value;
  if (typeof words !== 'string' || words === '') return null;
  const letters = [...words];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : words;
}
