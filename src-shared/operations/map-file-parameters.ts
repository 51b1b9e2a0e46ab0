import { z } from 'zod';
import { fileInput } from '../api/fields/file-input.ts';
import type { AnyValues, Operation } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { parseReference, type ImageReference } from './image-reference.ts';

/** What stands in the place of a file instead; `field` has dots: `texture_prompt.images.0`. */
export type MapFile = (value: unknown, field: string) => unknown;

/**
 * The parameters of an operation with every file they name beside the source replaced. Where files are, the schemas of the
 * fields tell: whatever is a `fileInput`, at any depth. Words that only look like a file are left as they are.
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

/** The images of this computer that parameters name, each once. */
export function listReferences(name: OperationName, params: AnyValues): ImageReference[] {
  const found = new Map<string, ImageReference>();
  mapFileParameters(name, params, (value) => {
    const reference = parseReference(value);
    if (reference && !found.has(reference.sha256)) found.set(reference.sha256, reference);
    return value;
  });
  return [...found.values()];
}

/** The parameters with what each image of this computer is replaced by, such as its token. */
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
