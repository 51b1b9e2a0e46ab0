import { CATEGORIES } from '../../../src-shared/api/models/categories.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import { EVENT_TYPES, WEBHOOK_HEADERS, type EventType } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { Field } from '../../../src-shared/api/fields/field.ts';
import { IMAGE_MODELS } from '../../../src-shared/api/models/image-models.ts';
import { LIMITS, RATE_CLASSES } from '../../../src-shared/api/protocol/limits.ts';
import { GENERATION_MODELS } from '../../../src-shared/api/models/generation-models.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { listEndpoints, type DocumentedEndpoint } from './endpoint-docs.ts';
import { describeField, describeRange, toJsonSchema, describeType, type JsonSchema } from './json-schema.ts';
import { describePrice, modelPrices } from './describe-price.ts';
import { INTERPRETATIONS } from './interpretations.ts';
import { exampleBody } from './example-body.ts';
import { listSourceFields } from './source-fields.ts';

/** A table; cells may hold `code` in backticks. */
export interface ReferenceTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of the reference: a heading, sentences, tables, points; shown in this order. */
export interface ReferenceSection {
  readonly title: string;
  readonly text?: readonly string[];
  readonly tables?: readonly ReferenceTable[];
  readonly code?: string;
  readonly points?: readonly string[];
  readonly parts?: readonly ReferenceSection[];
}

/** The complete reference, generated from the API definitions; used by the page and the Markdown file. */
export function buildReference(): ReferenceSection[] {
  const operations = Object.values<Operation>(OPERATIONS);
  return [
    { title: 'Endpoints', tables: [endpointTable(operations)] },
    {
      title: 'Operations',
      text: [
        'Each operation is a POST with a JSON body and returns `{task_id, type, status}`. Unknown fields are passed through.',
      ],
      parts: operations.map(operationPart),
    },
    { title: 'Other endpoints', parts: listEndpoints().map(endpointPart) },
    { title: 'Models', tables: [generationModels(), imageModels()] },
    eventPart(),
    { title: 'Errors', tables: [errorTable()] },
    { title: 'Limits', tables: [limitTable(), rateTable(), concurrencyTable()] },
    {
      title: 'Prices',
      text: ['In credits, for a minimal request and for each option.'],
      tables: [priceTable(operations), ...modelPriceTables()],
    },
    {
      title: 'Interpretations',
      text: ['How this service behaves where the specification leaves a choice.'],
      points: INTERPRETATIONS,
    },
  ];
}

function endpointTable(operations: readonly Operation[]): ReferenceTable {
  return {
    head: ['Method', 'Path', 'Description', 'Rate class', 'Section'],
    rows: [
      ...operations.map(({ path, title, rateClass, section }) => ['POST', code(path), title, rateClass, section]),
      ...listEndpoints().map(({ method, path, note, rateClass, section }) => [
        method,
        code(path),
        note.title,
        rateClass,
        section,
      ]),
    ],
  };
}

function operationPart(operation: Operation): ReferenceSection {
  const { name, path, title, help, fields, outputs, section } = operation;
  return {
    title: `${title} (\`${name}\`)`,
    text: [
      `\`POST ${path}\` (${section})`,
      help,
      `Outputs: ${outputs.map(code).join(', ')}. Price: ${describePrice(operation)}.`,
    ],
    tables: [
      {
        head: ['Field', 'Type', 'Default', 'Range', 'Help', 'Section'],
        rows: [
          ...listSourceFields(operation.source).map((field) => [
            code(field.name),
            field.type,
            field.required ? 'required' : '',
            '',
            field.help,
            field.section,
          ]),
          ...Object.entries(fields).map(([field, definition]) => fieldRow(field, definition)),
        ],
      },
    ],
    code: JSON.stringify(exampleBody(operation)),
  };
}

function endpointPart({ method, path, section, note }: DocumentedEndpoint): ReferenceSection {
  const { title, help, body, query, example } = note;
  const takes = body ?? query;
  const properties = takes ? (toJsonSchema(takes)['properties'] as Readonly<Record<string, JsonSchema>>) : {};
  const usual = (schema: JsonSchema) =>
    'default' in schema ? code(JSON.stringify(schema['default'])) : body ? 'required' : '';
  const rows = Object.entries(properties).map(([name, schema]) => {
    return [code(name), describeType(schema), usual(schema), describeRange(schema), query ? 'query' : 'body'];
  });
  if (note.isForm) rows.push([code('file'), 'bytes', 'required', '', 'form']);
  return {
    title,
    text: [`\`${method} ${path}\` (${section})`, help],
    tables: rows.length > 0 ? [{ head: ['Field', 'Type', 'Default', 'Range', 'In'], rows }] : [],
    ...(example && { code: JSON.stringify(example) }),
  };
}

function fieldRow(name: string, field: Field): string[] {
  const schema = toJsonSchema(field.schema);
  const usual = field.required ? 'required' : field.default === undefined ? '' : code(JSON.stringify(field.default));
  const names = [name, ...(field.aliases ?? [])].map(code).join(', alias ');
  const unit = field.unit === undefined ? '' : ` (${field.unit})`;
  return [names, describeType(schema) + unit, usual, describeRange(schema), describeField(field), field.section];
}

function generationModels(): ReferenceTable {
  const range = (window: readonly number[] | undefined) => (window ? window.join(' to ') : 'not specified');
  return {
    head: ['3D model', 'Series', 'Default texture', 'Unsupported fields', 'Triangles', 'Quads'],
    rows: GENERATION_MODELS.map(({ id, series, defaultTexture, mustOmit, faceLimit }) => [
      code(id),
      series,
      code(defaultTexture),
      mustOmit.map(code).join(', '),
      range(faceLimit?.triangles),
      range(faceLimit?.quads),
    ]),
  };
}

function imageModels(): ReferenceTable {
  return {
    head: ['Image model', 'Family', 'Qualities', 'Background', 'Custom size', 'Retired on'],
    rows: IMAGE_MODELS.map(({ id, family, textOnly, qualities, background, customSize, retiresOn }) => [
      code(id) + (textOnly ? ' (text to image only)' : ''),
      family,
      qualities.join(', '),
      background ? 'yes' : '',
      customSize ? 'yes' : '',
      retiresOn ?? '',
    ]),
  };
}

function eventPart(): ReferenceSection {
  const when: Readonly<Record<EventType, readonly [when: string, data: string]>> = {
    'task.completed': ['A task succeeded.', '`task_id`, `type`, `status`, `output`'],
    'task.failed': ['A task failed or was cancelled.', '`task_id`, `type`, `status`, `error` {`code`, `message`}'],
    'balance.low': ['The balance fell below the alert.', '`balance`, `threshold`'],
  };
  const headers: Readonly<Record<keyof typeof WEBHOOK_HEADERS, string>> = {
    webhook: 'ID of the registered endpoint.',
    delivery: 'ID of the delivery. Retries use the same ID; ignore repeated IDs.',
    event: 'The `type` of the body.',
    signature: '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the entire secret as its key, over `<t>.<raw body>`.',
  };
  return {
    title: 'Events',
    text: [
      'Sent as a POST with a JSON body `{id, type, created_at, data}` to every registered endpoint (part 6). URLs must be https, or http on this computer. The delivery is retried unless the endpoint returns 2xx within 5 seconds.',
    ],
    tables: [
      {
        head: ['Event', 'When', 'Data'],
        rows: EVENT_TYPES.map((type) => [code(type), ...when[type]]),
      },
      {
        head: ['Header', 'Meaning'],
        rows: Object.entries(headers).map(([key, meaning]) => [
          code(WEBHOOK_HEADERS[key as keyof typeof WEBHOOK_HEADERS]),
          meaning,
        ]),
      },
    ],
  };
}

function errorTable(): ReferenceTable {
  return {
    head: ['Code', 'HTTP', 'Meaning', 'Suggestion', 'Retry', 'Interpretation'],
    rows: Object.entries(SERVICE_ERROR_CODES).map(([number, { http, meaning, suggestion, retryable, shown }]) => [
      number,
      String(http),
      meaning,
      suggestion,
      retryable ? 'yes' : 'no',
      shown ? '' : 'ours',
    ]),
  };
}

function limitTable(): ReferenceTable {
  return {
    head: ['Limit', 'Value'],
    rows: Object.entries(LIMITS).map(([name, value]) => [code(name), String(value)]),
  };
}

function rateTable(): ReferenceTable {
  return {
    head: ['Rate class', 'Requests per minute'],
    rows: Object.entries(RATE_CLASSES).map(([name, quota]) => [name, String(quota)]),
  };
}

function concurrencyTable(): ReferenceTable {
  return {
    head: ['Category', 'Concurrent tasks'],
    rows: Object.values(CATEGORIES).map(({ title, concurrency }) => [title, String(concurrency)]),
  };
}

function priceTable(operations: readonly Operation[]): ReferenceTable {
  return {
    head: ['Operation', 'Credits'],
    rows: operations.map((operation) => [code(operation.name), describePrice(operation)]),
  };
}

function modelPriceTables(): ReferenceTable[] {
  return [OPERATIONS.text_to_model, OPERATIONS.image_to_model].map((operation) => ({
    head: [operation.title, 'Without texture', 'Textured'],
    rows: modelPrices(operation).map(({ model, bare, textured }) => [code(model), String(bare), String(textured)]),
  }));
}

function code(text: string): string {
  return `\`${text}\``;
}
