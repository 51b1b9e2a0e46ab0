import { OPERATION_NAMES } from '../../../src-shared/api/operations.ts';
import { TASK_STATUSES, wireTaskOutput } from '../../../src-shared/api/protocol/task.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';

const text = { type: 'string' } as const;
const id = { type: 'string', format: 'uuid' } as const;
const moment = { type: 'string', format: 'date-time' } as const;
const credits = { type: 'number', description: 'Up to two decimals. Parse as a decimal.' } as const;
const status = { type: 'string', enum: [...TASK_STATUSES] } as const;
const type = { type: 'string', enum: [...OPERATION_NAMES] } as const;

/** Schemas of responses and files (spec part 2, 4.2), by component name. */
export function responseSchemas(): Record<string, JsonSchema> {
  return {
    Error: withOptional(
      objectSchema('An error (2.1).', {
        code: { type: 'integer' },
        status: { const: 'error' },
        message: text,
        suggestion: text,
        request_id: text,
      }),
      messageFields('message'),
    ),
    CreatedTask: objectSchema('A created task (2.4).', { task_id: id, type, status: { const: 'queued' } }),
    Task: {
      ...objectSchema('A task (2.2).', {
        task_id: id,
        type,
        status,
        progress: { type: 'integer', minimum: 0, maximum: 100 },
        input: { type: 'object', description: 'The request body.' },
        output: { ...toJsonSchema(wireTaskOutput), description: 'Present on success (2.3).' },
        created_at: moment,
        completed_at: moment,
        credits_consumed: credits,
        error_code: { type: 'integer' },
        error_message: text,
        ...messageFields('error_message'),
      }),
      required: ['task_id', 'type', 'status', 'progress', 'input', 'created_at', 'credits_consumed'],
    },
    TaskList: objectSchema('Several tasks (4.5).', {
      tasks: { type: 'object', additionalProperties: schemaRef('Task') },
      missed: { type: 'array', items: text },
    }),
    FileToken: objectSchema('A token (2.5).', { file_token: text }),
    Presigned: objectSchema('A presigned upload (4.6).', {
      presigned_url: { type: 'string', format: 'uri' },
      file_token: text,
      expires_in: { type: 'integer' },
    }),
    UploadCredentials: objectSchema(
      'Temporary credentials for one PUT (4.6). The specification does not define this schema.',
      {
        file_token: text,
        expires_in: { type: 'integer' },
        credentials: objectSchema('Upload authorization.', { token: text, expires_at: moment }),
        upload: objectSchema('Upload target.', {
          method: { const: 'PUT' },
          url: { type: 'string', format: 'uri' },
          headers: { type: 'object', additionalProperties: text },
        }),
      },
    ),
    Balance: objectSchema('The balance (2.6).', { balance: credits, frozen: credits }),
    UsagePage: {
      type: 'array',
      items: objectSchema('A row (2.6).', { task_id: id, type, status, created_at: moment, credits_consumed: credits }),
    },
    FileInput: {
      description: 'A file token, an https URL, or a file object (4.2). Inline data is rejected.',
      anyOf: [text, schemaRef('FileObject')],
    },
    FileObject: {
      type: 'object',
      description: 'One of file_token, url and object.',
      properties: {
        type: { ...text, description: 'The file extension, which is preserved for a URL.' },
        file_token: text,
        url: { type: 'string', format: 'uri' },
        object: objectSchema('A stored object.', { bucket: text, key: text }),
      },
    },
  };
}

/** Additional fields for a text, so that a client can translate it. */
function messageFields(name: string): Record<string, JsonSchema> {
  return {
    [`${name}_id`]: { ...text, description: `Identifies ${name} for translation. Not in the specification.` },
    [`${name}_params`]: { type: 'object', description: `The variable parts of ${name}. Not in the specification.` },
  };
}

function withOptional(schema: JsonSchema, properties: Record<string, JsonSchema>): JsonSchema {
  return { ...schema, properties: { ...(schema['properties'] as Record<string, JsonSchema>), ...properties } };
}

/** A reference to a component. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with all listed properties required; additional ones are allowed. */
export function objectSchema(description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', description, properties, required: Object.keys(properties) };
}
