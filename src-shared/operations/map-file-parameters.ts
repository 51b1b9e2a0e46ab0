import { z } from 'zod';
import { fileInput } from '../api/fields/file-input.ts';
import type { AnyValues, Operation } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { parseReference, type ImageReference } from './image-reference.ts';

/** Returns the replacement of a file; `field` is a path with dots: `texture_prompt.images.0`. */
export type MapFile = (value: unknown, field: string) => unknown;

/**
 * Replaces all files in the parameters of an operation, except for its source. The field schemas define where files
 * are: any `fileInput` at any depth. Text that merely looks like a file stays unchanged.
 */
export function mapFileParameters(name: OperationName, params: AnyValues, change: MapFile): AnyValues {
  const { fields }: Operation = OPERATIONS[name];
  const schemaOf = (field: string): z.ZodType | undefined =>
    Object.hasOwn(fields, field)
      ? fields[field]?.schema
      : Object.values(fields).find(({ aliases }) => aliases?.includes(field))?.schema;
  const mapped = Object.entries(params).map(([field, value]) => {
    const schema = schemaOf(field);
    return [field, schema ? mapValue(schema, value, field, change) : value];
  });
  return Object.fromEntries(mapped) as AnyValues;
}

/** Lists the local images used in parameters, without duplicates. */
export function listReferences(name: OperationName, params: AnyValues): ImageReference[] {
  const references = new Map<string, ImageReference>();
  mapFileParameters(name, params, (value) => {
    const reference = parseReference(value);
    if (reference && !references.has(reference.sha256)) references.set(reference.sha256, reference);
    return value;
  });
  return [...references.values()];
}

/** Replaces each local image in parameters, for example with its token. */
export function replaceReferences(
  name: OperationName,
  params: AnyValues,
  toValue: (reference: ImageReference, field: string) => unknown,
): AnyValues {
  return mapFileParameters(name, params, (value, field) => {
    const reference = parseReference(value);
    return reference ? toValue(reference, field) : value;
  });
}

function mapValue(schema: z.core.$ZodType, value: unknown, field: string, change: MapFile): unknown {
  if (value === undefined || value === null) return value;
  if (schema === fileInput) return change(value, field);
  if (schema instanceof z.ZodOptional) return mapValue(schema.unwrap(), value, field, change);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) => mapValue(schema.element, item, `${field}.${index}`, change));
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && !Array.isArray(value)) {
    const { shape } = schema;
    const mapped = Object.entries(value).map(([name, part]) => {
      const known = Object.hasOwn(shape, name) ? (shape[name] as z.core.$ZodType) : null;
      return [name, known ? mapValue(known, part, `${field}.${name}`, change) : (part as unknown)];
    });
    return Object.fromEntries(mapped) as unknown;
  }
  return value;
}
