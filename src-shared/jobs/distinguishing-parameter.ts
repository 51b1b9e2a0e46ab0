import type { AnyValues } from '../api/operation.ts';
import type { OperationName } from '../api/operations.ts';

/** Maximum length of the text beside a file name. */
const MAX_LENGTH = 60;

/** Parameters that distinguish results of an operation, most important first; absent: none. */
const DISTINGUISHING_FIELDS: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  decimate_mesh: ['face_limit'],
  stylize_model: ['style'],
  texture_model: ['texture_quality'],
  convert_model: ['format'],
  rig_model: ['rig_type'],
  retarget_animation: ['animations', 'animation'],
};

/**
 * Returns the parameter value that best distinguishes the result of an operation from similar ones: a face limit, a
 * style, names of clips; shortened. Null: none is set.
 */
export function findDistinguishingParameter(operation: OperationName, params: AnyValues): string | number | null {
  const value = (DISTINGUISHING_FIELDS[operation] ?? [])
    .map((field) => params[field])
    .find((given) => given !== undefined);
  if (typeof value === 'number') return value;
  const words = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value;
  if (typeof words !== 'string' || words === '') return null;
  const letters = [...words];
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH - 1).join('')}…` : words;
}
