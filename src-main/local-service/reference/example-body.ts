import type { Operation } from '../../../src-shared/api/operation.ts';
import type { SourceSpec } from '../../../src-shared/api/source.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';

/** An example task id in a valid format. */
export const EXAMPLE_TASK = '3f1c2a9e-7b1d-4c55-9a41-0d6f1f6f2b10';

const EXAMPLE_TOKEN = 'file_2Wd8eXbA1kP0';

/** Example text for fields that accept any text. */
const WORDS: Readonly<Record<string, string>> = { prompt: 'a small wooden robot', animation: 'preset:walk' };

/** The smallest valid body of an operation: its input and the required fields. */
export function exampleBody(operation: Operation): Record<string, unknown> {
  const required = Object.entries(operation.fields).filter(([, field]) => field.required);
  return {
    ...exampleSource(operation.source),
    ...Object.fromEntries(required.map(([name, field]) => [name, exampleValue(name, toJsonSchema(field.schema))])),
    ...Object.fromEntries((operation.anyOf ?? []).slice(0, 1).map((name) => [name, WORDS[name]])),
    ...(operation.name === 'texture_model' ? { texture_prompt: { text: 'painted wood, worn edges' } } : {}),
  };
}

/** A valid value for a schema. */
function exampleValue(name: string, schema: JsonSchema): unknown {
  if (typeof schema['$ref'] === 'string') return EXAMPLE_TOKEN;
  const values = schema['enum'];
  if (Array.isArray(values)) return values[0] as unknown;
  switch (schema['type']) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'array':
      return [exampleValue(name, (schema['items'] ?? {}) as JsonSchema)];
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
      const required = (schema['required'] ?? []) as readonly string[];
      return Object.fromEntries(required.map((key) => [key, exampleValue(key, properties[key] ?? {})]));
    }
    default:
      return WORDS[name] ?? 'text';
  }
}

function exampleSource(source: SourceSpec): Record<string, unknown> {
  switch (source.kind) {
    case 'none':
      return {};
    case 'task':
      return { [source.field]: EXAMPLE_TASK };
    case 'file':
    case 'files':
      return { input: EXAMPLE_TOKEN };
    case 'views':
      return { files: [{ file_token: EXAMPLE_TOKEN }, {}, { file_token: 'file_9LmQ4rTz7cVu' }, {}] };
  }
}
