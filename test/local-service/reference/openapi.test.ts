import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { exampleBody } from '../../../src-main/local-service/reference/example-body.ts';
import { buildOpenApi } from '../../../src-main/local-service/reference/openapi.ts';

const BASE = 'http://127.0.0.1:1';
const document = JSON.parse(JSON.stringify(buildOpenApi(BASE))) as ReturnType<typeof buildOpenApi>;
const operations = Object.values<Operation>(OPERATIONS);

interface Node {
  readonly [key: string]: unknown;
}

/** Every object of a document with its place. */
function* walk(value: unknown, place = '#'): Generator<[string, Node]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Node];
  for (const [key, child] of Object.entries(value)) {
    yield* walk(child, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, part) => (node as Node | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );
}

/** The objects below `paths` and `webhooks` that are Operation Objects of OpenAPI. */
const calls = [...Object.entries(document.paths), ...Object.entries(document.webhooks)].flatMap(([path, item]) =>
  Object.entries(item).map(([method, call]) => ({ path, method, call: call as Node })),
);

describe('the OpenAPI document', () => {
  test('has every endpoint of the data, once, and nothing else', () => {
    const expected = [
      ...operations.map(({ path }) => `POST ${path}`),
      ...Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path.replace(':task_id', '{task_id}')}`),
    ];
    const found = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });

  test('describes the views of a task where the interface puts them', () => {
    const { properties } = (document.components['schemas'] ?? {})['Task'] as { properties: { output: Node } };
    const keys = ['front_view_url', 'left_view_url', 'back_view_url', 'right_view_url'];
    const output = properties.output['properties'] as Record<string, Node>;
    expect(Object.keys(output['generate_multiview_image']?.['properties'] as Node)).toEqual(keys);
    expect(Object.keys(output)).toEqual(expect.arrayContaining(keys));
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    'asks for the fields without which %s is refused',
    (_name, operation) => {
      const pointer = `#/paths/${operation.path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
      const schema = resolve(pointer) as { required?: string[]; allOf?: { anyOf: { required: string[] }[] }[] };
      const groups = [
        ...(schema.required ?? []).map((name) => [name]),
        ...(schema.allOf ?? []).map(({ anyOf }) => anyOf.flatMap(({ required }) => required)),
      ];
      const isAccepted = (body: Record<string, unknown>): boolean => {
        const context = { deployment: 'international', entitlements: null, now: Date.parse('2026-11-01') } as const;
        return checkRequest(operation, body, context).ok;
      };
      const example = exampleBody(operation);
      for (const name of Object.keys(example)) {
        const { [name]: _, ...rest } = example;
        const isAskedFor = groups.some((group) => group.includes(name));
        expect(isAccepted(rest), name).toBe(!isAskedFor);
      }
    },
  );

  test('is valid by the schema of OpenAPI 3.1, which refuses a broken one', async () => {
    const validate = (given: object) => new Validator().validate(structuredClone(given) as Record<string, unknown>);
    expect(await validate(document)).toEqual({ valid: true });
    const { responses: _, ...rest } = document.components;
    expect((await validate({ ...document, info: {} })).valid).toBe(false);
    expect((await validate({ ...document, components: rest })).valid).toBe(false);
  });

  test('keeps to the shape OpenAPI 3.1 asks for', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String) as string, version: expect.any(String) as string });
    for (const { path, method, call } of calls) {
      expect(['get', 'post'], path).toContain(method);
      const responses = Object.entries(call['responses'] as Record<string, Node>);
      expect(responses.length, path).toBeGreaterThan(0);
      for (const [status, response] of responses) {
        expect(status).toMatch(/^([1-5]\d\d|[1-5]XX|default)$/);
        if (!('$ref' in response)) expect(response['description'], path).toBeTypeOf('string');
      }
      const parameters = (call['parameters'] ?? []) as Node[];
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one['in'] === 'path').map((one) => one['name'])).toEqual(inPath);
      for (const parameter of parameters) {
        expect(['path', 'query', 'header']).toContain(parameter['in']);
        expect(parameter['schema'], path).toBeTypeOf('object');
        if (parameter['in'] === 'path') expect(parameter['required']).toBe(true);
      }
      expect(new Set(parameters.map((one) => `${String(one['in'])} ${String(one['name'])}`)).size).toBe(
        parameters.length,
      );
      if (method === 'get') expect(call).not.toHaveProperty('requestBody');
    }
    const ids = calls.flatMap(({ call }) => ('operationId' in call ? [call['operationId']] : []));
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of Object.values(document.components).flatMap((group) => Object.keys(group))) {
      expect(name).toMatch(/^[a-zA-Z0-9._-]+$/);
    }
  });

  test('holds no reference that leads nowhere, and no component nobody uses', () => {
    const references = [...walk(document)].flatMap(([place, node]) =>
      typeof node['$ref'] === 'string' ? [{ place, to: node['$ref'] }] : [],
    );
    expect(references.filter(({ to }) => resolve(to) === undefined)).toEqual([]);
    const used = new Set(references.map(({ to }) => to));
    const schemas = Object.keys(document.components['schemas'] ?? {}).map((name) => `#/components/schemas/${name}`);
    expect(schemas.filter((name) => !used.has(name))).toEqual([]);
  });

  test('holds schemas of draft 2020-12 only', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    const old = ['nullable', 'definitions', 'dependencies', '$schema', 'id', 'example'];
    const below = Object.values(document.components['schemas'] ?? {});
    const bodies = calls.flatMap(({ call }) => [...walk(call['requestBody'])].map(([, node]) => node['schema'] ?? {}));
    for (const [place, node] of [...below, ...bodies].flatMap((schema) => [...walk(schema)])) {
      // What lies below `properties` is named by us, not by the draft.
      if (place.endsWith('/properties') || place.endsWith('/default')) continue;
      expect(
        old.filter((word) => word in node),
        place,
      ).toEqual([]);
      for (const type of [node['type'] ?? []].flat()) expect(types, place).toContain(type);
      if ('required' in node) expect(Array.isArray(node['required']), place).toBe(true);
      if ('enum' in node) expect((node['enum'] as unknown[]).length, place).toBeGreaterThan(0);
    }
  });

  test('describes every field of every operation, aliases too', () => {
    for (const operation of operations) {
      const schema = resolve(
        `#/paths/${operation.path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`,
      );
      const properties = (schema as { properties: Record<string, Node> }).properties;
      for (const [name, field] of Object.entries(operation.fields)) {
        expect(properties[name], `${operation.name}.${name}`).toMatchObject({ title: field.title });
        if (field.default !== undefined) expect(properties[name]?.['default']).toEqual(field.default);
        for (const alias of field.aliases ?? []) expect(properties, operation.name).toHaveProperty(alias);
      }
    }
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    'shows an example of %s that the service accepts',
    (_name, operation) => {
      const context = { deployment: 'international', entitlements: null, now: Date.parse('2026-11-01') } as const;
      expect(checkRequest(operation, exampleBody(operation), context)).toMatchObject({ ok: true });
    },
  );

  test('says where files, enumerations and bounds are', () => {
    const body = resolve('#/paths/~1v3~1generation~1text-to-model/post/requestBody/content/application~1json/schema');
    const { properties } = body as { properties: Record<string, Node> };
    expect(properties['style_image']).toMatchObject({ $ref: '#/components/schemas/FileInput' });
    expect(properties['prompt']).toMatchObject({ type: 'string', minLength: 1, maxLength: 1024 });
    expect(properties['texture_quality']?.['enum']).toEqual(['standard', 'detailed', 'extreme', 'fast']);
    expect(JSON.stringify(document)).not.toContain('9007199254740991');
  });
});
