import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import type { Operation as OperationData } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { DEARER_QUALITIES, IMAGE_MODELS } from './image-rules.ts';
import { MODELS_3D } from './model-rules.ts';
import { refusalsOf } from './oracle.ts';
import { priceOf } from './prices.ts';
import { PATHS, type Operation, type Request } from './request.ts';
import { FIELDS, GRIDS, plainBody, SOURCES } from './values.ts';

const NAMES = Object.keys(PATHS) as Operation[];
const DAYS = ['2026-10-22', '2026-10-23', '2026-11-30', '2026-12-01'];
const REGIONS = ['international', 'china'] as const;
const ALLOWED = { priority: 3, checkPrintable: true };

/** What the data says of a request: the refusal, or its price in credits. */
function ask({ operation, region, day, entitled, body }: Request) {
  const data: OperationData = OPERATIONS[operation];
  const context = { deployment: region, entitlements: { ...entitled, vxc: false }, now: Date.parse(day) };
  const checked = checkRequest(data, body, context);
  if (checked.ok) return { code: 0, http: 200, price: Number(data.price(checked.values)) / 100 };
  const { code } = checked.issues[0];
  return { code, http: SERVICE_ERROR_CODES[code].http, price: null };
}

/** Fails unless data and oracle say the same; answers whether they accept. */
function compare(request: Request): boolean {
  const answer = ask(request);
  const refusals = refusalsOf(request);
  const price = refusals.length === 0 ? priceOf(request) : null;
  const agree =
    refusals.length === 0
      ? answer.code === 0 && (price === null || price === answer.price)
      : refusals.some(({ code, http }) => code === answer.code && http === answer.http);
  // The text is long; most of the time nobody reads it.
  if (!agree) expect.fail(JSON.stringify({ answer, refusals, price, request }).slice(0, 2000));
  return refusals.length === 0;
}

const plain = (operation: Operation): Request => ({
  operation,
  region: 'international',
  day: '2026-10-01',
  entitled: ALLOWED,
  body: plainBody(operation),
});

/** Models an operation knows, and none. */
function modelsOf(operation: Operation): readonly (string | undefined)[] {
  if (operation.endsWith('_to_model')) return MODELS_3D;
  return operation.endsWith('_to_image') ? [...Object.keys(IMAGE_MODELS), undefined] : [undefined];
}

describe.each(NAMES)('%s: the data and the document agree', (operation) => {
  const fields = FIELDS[operation];

  test('on each model × each field × each value, in both regions', () => {
    const seen = { accepted: 0, refused: 0 };
    for (const region of REGIONS) {
      for (const model of modelsOf(operation)) {
        for (const [field, values] of Object.entries(fields)) {
          for (const value of values) {
            const body = { ...plainBody(operation), ...(model === undefined ? {} : { model }), [field]: value };
            seen[compare({ ...plain(operation), region, body }) ? 'accepted' : 'refused']++;
          }
        }
      }
    }
    expect(seen.accepted).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(10);
  });

  test('on each model × each form of its source, the model under either name', () => {
    for (const source of SOURCES[operation]) {
      const { input: _input, file: _file, files: _files, ...rest } = plainBody(operation);
      for (const model of modelsOf(operation)) {
        for (const name of ['model', 'model_version']) {
          const { model: _model, ...bare } = rest as Record<string, unknown>;
          const body = { ...bare, ...source, ...(model === undefined ? {} : { [name]: model }) };
          compare({ ...plain(operation), body });
        }
      }
    }
  });

  test('on each model × every combination of fields whose rules speak of each other, in both regions', () => {
    for (const grid of GRIDS[operation] ?? []) {
      for (const region of REGIONS) {
        for (const model of modelsOf(operation)) {
          for (const chosen of combinations(Object.entries(grid))) {
            const whole = { ...plainBody(operation), ...(model === undefined ? {} : { model }), ...chosen };
            const body = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
            compare({ ...plain(operation), region, body });
          }
        }
      }
    }
  });

  test('on fields left out', () => {
    for (const field of Object.keys(plainBody(operation))) {
      const { [field]: _, ...body } = plainBody(operation);
      compare({ ...plain(operation), body });
    }
  });

  test('on thousands of combinations', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(requests(operation), (request) => {
        seen[compare(request) ? 'accepted' : 'refused']++;
      }),
      { numRuns: 1500 },
    );
    expect(seen.accepted).toBeGreaterThan(150);
    expect(seen.refused).toBeGreaterThan(150);
  });
});

/** Every way to choose one value of each field. */
function combinations([first, ...rest]: [string, readonly unknown[]][]): Record<string, unknown>[] {
  if (!first) return [{}];
  const [field, values] = first;
  return values.flatMap((value) => combinations(rest).map((others) => ({ [field]: value, ...others })));
}

/** Bodies of an operation: mostly right, because of two wrong fields only one is told. */
function requests(operation: Operation): fc.Arbitrary<Request> {
  const base = plain(operation);
  const right: Record<string, fc.Arbitrary<unknown>> = {};
  const any: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [field, values] of Object.entries(FIELDS[operation])) {
    const good = values.filter((value) => isEverRight(base, field, value));
    any[field] = fc.constantFrom(...values);
    if (good.length > 0) right[field] = fc.constantFrom(...good);
  }
  const some = (from: Record<string, fc.Arbitrary<unknown>>, maxLength: number) =>
    fc
      .subarray(Object.keys(from), { maxLength: Math.min(maxLength, Object.keys(from).length) })
      .chain((names) =>
        fc.record(Object.fromEntries(names.map((name) => [name, from[name] as fc.Arbitrary<unknown>]))),
      );
  const sources = SOURCES[operation];
  const goodSources = sources.filter((source) =>
    isAccepted({ ...base, body: { ...withoutSource(base.body), ...source } }),
  );
  const source = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...goodSources) },
    { weight: 1, arbitrary: fc.constantFrom(...sources) },
  );
  const model = fc.constantFrom(...modelsOf(operation));
  const extra = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: some(any, 2) });
  return fc
    .record({
      region: fc.constantFrom(...REGIONS),
      day: fc.constantFrom(...DAYS),
      entitled: fc.record({ priority: fc.integer({ min: 1, max: 3 }), checkPrintable: fc.boolean() }),
      parts: fc.tuple(model, source, some(right, 6), extra),
    })
    .map(({ region, day, entitled, parts: [chosen, from, good, wrong] }) => {
      const selected = chosen === undefined ? {} : { model: chosen };
      const body = { ...withoutSource(base.body), ...selected, ...from, ...good, ...wrong };
      return { operation, region, day, entitled, body };
    });
}

/** Whether a value is right on some model by itself. */
function isEverRight(base: Request, field: string, value: unknown): boolean {
  return modelsOf(base.operation).some((model) => {
    const body = { ...base.body, ...(model === undefined ? {} : { model }), [field]: value };
    return isAccepted({ ...base, body });
  });
}

function isAccepted(request: Request): boolean {
  return refusalsOf(request).length === 0;
}

function withoutSource(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { input: _input, file: _file, files: _files, ...rest } = body;
  return rest;
}

describe('prices of 4.3', () => {
  test('fast costs the same as standard, on every model', () => {
    for (const operation of NAMES.filter((name) => name.endsWith('_to_model'))) {
      for (const model of MODELS_3D) {
        const priced = (quality: string) => {
          const more = { model, texture_quality: quality, texture_version: 'v3.5-20260815' };
          return ask({ ...plain(operation), body: { ...plainBody(operation), ...more } }).price;
        };
        expect(priced('fast')).toBe(priced('standard'));
        expect(priced('fast')).toBeGreaterThan(0);
      }
    }
  });

  test('high, xhigh and max cost extra, an omitted quality is low', () => {
    for (const operation of ['text_to_image', 'image_to_image'] as const) {
      for (const model of ['chat_image_2', 'chat_image_2.5_flare', 'chat_image_2.5_sunburst']) {
        const priced = (more: object) =>
          ask({ ...plain(operation), body: { ...plainBody(operation), model, ...more } }).price ?? 0;
        expect(priced({ quality: 'low' })).toBe(priced({}));
        expect(priced({ quality: 'medium' })).toBe(priced({}));
        for (const quality of DEARER_QUALITIES) {
          if (model !== 'chat_image_2' || quality === 'high') expect(priced({ quality })).toBeGreaterThan(priced({}));
        }
      }
    }
  });
});
