import { z } from 'zod';
import { wireCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { Field } from '../../../src-shared/api/fields/field.ts';
import { fileInput } from '../../../src-shared/api/fields/file-input.ts';

/** A JSON Schema of draft 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The bounds that zod states for every integer. */
const ANY_INTEGER = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The wire format of a schema; files become a reference to `FileInput`, credits a plain number. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === fileInput) replace(jsonSchema, { $ref: '#/components/schemas/FileInput' });
      if (zodSchema === wireCredits) replace(jsonSchema, { type: 'number' });
      if (jsonSchema.minimum === ANY_INTEGER.minimum) delete jsonSchema.minimum;
      if (jsonSchema.maximum === ANY_INTEGER.maximum) delete jsonSchema.maximum;
    },
  });
  return rest;
}

/** The help of a field, with the values in common use if others are valid, too. */
export function describeField({ help, known }: Field): string {
  return known ? `${help} Common values: ${known.join(', ')}.` : help;
}

/** The schema of a field, with its title, help, default and section. */
export function toFieldSchema(field: Field): JsonSchema {
  const { schema, title, default: usual, unit, section } = field;
  return {
    ...toJsonSchema(schema),
    title,
    description: `${describeField(field)}${unit === undefined ? '' : ` In ${unit}.`} (${section})`,
    ...(usual === undefined ? {} : { default: usual }),
  };
}

/** A schema's type in words, such as `integer` or `list of string`. */
export function describeType(schema: JsonSchema): string {
  if (typeof schema['$ref'] === 'string') return 'file';
  if (schema['type'] === 'array') return `list of ${describeType((schema['items'] ?? {}) as JsonSchema)}`;
  if (Array.isArray(schema['type'])) return schema['type'].join(' or ');
  return typeof schema['type'] === 'string' ? schema['type'] : 'any';
}

/** A schema's bounds in words, such as `1 to 1024 characters`; empty when there are none. */
export function describeRange(schema: JsonSchema): string {
  const values = schema['enum'];
  if (Array.isArray(values)) return values.map((value) => `\`${value === '' ? '""' : String(value)}\``).join(', ');
  const bound = (name: string) => schema[name] as number | undefined;
  const above = bound('exclusiveMinimum');
  const below = bound('exclusiveMaximum');
  const parts = [
    between(bound('minimum'), bound('maximum')),
    above === undefined ? '' : `above ${above}`,
    below === undefined ? '' : `below ${below}`,
    between(bound('minLength'), bound('maxLength'), ' characters'),
    between(bound('minItems'), bound('maxItems'), ' items'),
    nested(schema),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function between(lowest: number | undefined, highest: number | undefined, unit = ''): string {
  if (lowest === undefined) return highest === undefined ? '' : `at most ${highest}${unit}`;
  if (highest === undefined) return `at least ${lowest}${unit}`;
  return lowest === highest ? `exactly ${lowest}${unit}` : `${lowest} to ${highest}${unit}`;
}

/** The bounds of the values of an object or a list. */
function nested(schema: JsonSchema): string {
  if (schema['type'] === 'array') return describeRange((schema['items'] ?? {}) as JsonSchema);
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const names = Object.entries(properties).map(([name, property]) => {
    const range = describeRange(property);
    return `\`${name}\`: ${describeType(property)}${range === '' ? '' : ` (${range})`}`;
  });
  return names.join('; ');
}

function replace(target: object, by: JsonSchema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, by);
}
