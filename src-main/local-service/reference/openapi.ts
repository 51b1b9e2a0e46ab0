import { EVENT_TYPES, webhookEvent, WEBHOOK_HEADERS } from '../../../src-shared/api/protocol/webhook-event.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, TRACE_ID_HEADER } from '../../../src-shared/api/protocol/envelope.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { responseSchemas, objectSchema, schemaRef } from './response-schemas.ts';
import { listEndpoints, type DocumentedEndpoint } from './endpoint-docs.ts';
import { EXAMPLE_TASK, exampleBody } from './example-body.ts';
import { toFieldSchema, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { listSourceFields, type SourceField } from './source-fields.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: JsonSchema;
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly [key: string]: unknown;
}

/** The API as OpenAPI 3.1, generated from the definitions that validate requests. */
export function buildOpenApi(baseUrl: string): OpenApi {
  const operations = Object.values<Operation>(OPERATIONS);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Dropforge local service',
      version: '3',
      description:
        'Asynchronous 3D and image generation. Creation calls return a task ID. Poll the task for its result.',
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'generation' }, { name: 'processing' }, { name: 'tasks' }, { name: 'files' }, { name: 'account' }],
    paths: Object.fromEntries([
      ...operations.map((operation) => [operation.path, { post: toCreation(operation) }]),
      ...listEndpoints().map((endpoint) => [
        endpoint.path.replace(/:(\w+)/g, '{$1}'),
        { [endpoint.method.toLowerCase()]: toQuery(endpoint) },
      ]),
    ]) as OpenApi['paths'],
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: toWebhook(type) }])),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' } },
      schemas: { ...responseSchemas(), WebhookEvent: toJsonSchema(webhookEvent) },
      headers: Object.fromEntries(
        standardHeaders().map(([name, description, type]) => [name, { description, schema: { type } }]),
      ),
      responses: { Error: errorResponse() },
    },
  };
}

function toCreation(operation: Operation): JsonSchema {
  const { name, title, help, section, path } = operation;
  return {
    operationId: name,
    summary: title,
    description: `${help} (${section})`,
    tags: [path.startsWith('/v3/generation/') ? 'generation' : 'processing'],
    parameters: [requestId()],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBody(operation), example: exampleBody(operation) } },
    },
    responses: responses(schemaRef('CreatedTask'), { task_id: EXAMPLE_TASK, type: name, status: 'queued' }),
  };
}

function toBody({ fields, source, anyOf }: Operation): JsonSchema {
  const given = listSourceFields(source);
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required && !field.aliases ? [name] : []));
  const names = given.map(({ name }) => ({ required: [name] }));
  const aliased = Object.entries(fields).flatMap(([name, { required: must, aliases }]) =>
    must && aliases ? [{ anyOf: [name, ...aliases].map((word) => ({ required: [word] })) }] : [],
  );
  const sources = given.some((field) => field.required) ? [{ anyOf: names }] : [];
  const alternatives = anyOf ? [{ anyOf: anyOf.map((name) => ({ required: [name] })) }] : [];
  const all = [...sources, ...alternatives, ...aliased];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(given.map((field) => [field.name, toSourceSchema(field)])),
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => [
          [name, toFieldSchema(field)],
          ...(field.aliases ?? []).map((alias) => [alias, { ...toFieldSchema(field), title: `Alias of ${name}` }]),
        ]),
      ),
    },
    ...(required.length > 0 ? { required } : {}),
    ...(all.length > 0 ? { allOf: all } : {}),
  };
}

function toSourceSchema({ type, help, section }: SourceField): JsonSchema {
  const description = `${help} (${section})`;
  if (type.startsWith('list')) return { type: 'array', items: {}, description };
  if (type === 'task id') return { type: 'string', description };
  if (type === 'file object') return { anyOf: [schemaRef('FileObject')], description };
  return { anyOf: [schemaRef('FileInput')], description };
}

function toQuery({ name, method, path, section, note }: DocumentedEndpoint): JsonSchema {
  const fromPath = [...path.matchAll(/:(\w+)/g)].map(([, word]) => ({
    name: word,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const asked = note.query ? (toJsonSchema(note.query)['properties'] as Readonly<Record<string, JsonSchema>>) : {};
  const fromQuery = Object.entries(asked).map(([word, schema]) => ({ name: word, in: 'query', schema }));
  const form = objectSchema('A form with one file.', {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
  });
  const content = note.isForm
    ? { 'multipart/form-data': { schema: form } }
    : {
        'application/json': {
          schema: note.body ? toJsonSchema(note.body) : { type: 'object' },
          ...(note.example && { example: note.example }),
        },
      };
  return {
    operationId: name,
    summary: note.title,
    description: `${note.help} (${section})`,
    tags: [path.split('/')[2] ?? 'tasks'],
    parameters: [...fromPath, ...fromQuery, requestId()],
    ...(method === 'POST'
      ? { requestBody: { required: note.isForm === true || note.body !== undefined, content } }
      : {}),
    responses: responses(schemaRef(note.answer)),
  };
}

function toWebhook(type: string): JsonSchema {
  return {
    summary: type,
    description: 'Sent to registered endpoints (part 6). Return 2xx within 5 seconds and ignore repeated deliveries.',
    parameters: Object.values(WEBHOOK_HEADERS).map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef('WebhookEvent') } } },
    responses: { '2XX': { description: 'Accepted.' } },
    security: [],
  };
}

function responses(data: JsonSchema, example?: object): JsonSchema {
  const schema = objectSchema('Success (2.1).', { code: { const: 0 }, status: { const: 'success' }, data });
  const body = { schema, ...(example && { example: { code: 0, status: 'success', data: example } }) };
  return {
    200: { description: 'Success.', headers: headerReferences(), content: { 'application/json': body } },
    '4XX': { $ref: '#/components/responses/Error' },
    '5XX': { $ref: '#/components/responses/Error' },
  };
}

function errorResponse(): JsonSchema {
  const codes = Object.entries(SERVICE_ERROR_CODES).map(
    ([code, { http, meaning }]) => `${code} (${http}): ${meaning}.`,
  );
  const { meaning, suggestion } = SERVICE_ERROR_CODES[1004];
  const example = { code: 1004, status: 'error', message: `${meaning}.`, suggestion, request_id: 'a-request' };
  return {
    description: `An error (part 7). ${codes.join(' ')}`,
    headers: headerReferences(),
    content: { 'application/json': { schema: schemaRef('Error'), example } },
  };
}

function headerReferences(): JsonSchema {
  return Object.fromEntries(standardHeaders().map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of every response: name, description, type. */
function standardHeaders(): [string, string, string][] {
  return [
    [REQUEST_ID_HEADER, 'ID from the request, or a generated one.', 'string'],
    [TRACE_ID_HEADER, 'ID of the response.', 'string'],
    [RATE_LIMIT_HEADERS.limit, 'Maximum number of requests in the window.', 'integer'],
    [RATE_LIMIT_HEADERS.remaining, 'Remaining requests in the window.', 'integer'],
    [RATE_LIMIT_HEADERS.reset, 'End of the window, in Unix seconds.', 'integer'],
  ];
}

function requestId(): JsonSchema {
  return { name: REQUEST_ID_HEADER, in: 'header', schema: { type: 'string', maxLength: 128 } };
}
