import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { SERVICE_ERROR_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { brokenRules, PROCESSING, type OracleOperation } from './oracle.ts';
import type { Body, World } from './rule.ts';
import { COMMON, FIELDS, MODEL, PICTURE, PLAIN, sourcesOf, TASK, type Name } from './values.ts';

const NAMES = Object.keys(PROCESSING) as Name[];

/** The one task is of the kind the operation takes: what a task really is, is asked over HTTP. */
function worldOf(name: Name, entitlements: World['entitlements']): World {
  const kinds: Partial<Record<Name, string>> = { retarget_animation: 'rig_model', complete_mesh: 'segment_mesh' };
  const type = kinds[name] ?? 'text_to_model';
  return { tasks: { [TASK]: { type, status: 'success' } }, tokens: { [PICTURE]: 'png', [MODEL]: 'glb' }, entitlements };
}

/** Fails unless data and oracle say the same; answers whether they accept. */
function compare(name: Name, body: Body, entitlements: World['entitlements'] = { priority: 3, vxc: true }): boolean {
  const data: Operation = OPERATIONS[name];
  const oracle: OracleOperation = PROCESSING[name];
  const now = Date.parse('2026-10-01');
  const checked = checkRequest(data, body, {
    deployment: 'international',
    entitlements: { ...entitlements, checkPrintable: false },
    now,
  });
  const broken = brokenRules(oracle, body, worldOf(name, entitlements));
  const said = checked.ok
    ? 'accepted'
    : `${checked.issues[0].code} ${SERVICE_ERROR_CODES[checked.issues[0].code].http}`;
  const expected = broken.length === 0 ? ['accepted'] : broken.map(({ code, status }) => `${code} ${status}`);
  if (!expected.includes(said)) {
    const rules = broken.map((rule) => rule.name);
    throw new Error(`The data says ${said}: ${JSON.stringify({ name, body, rules }).slice(0, 2000)}`);
  }
  if (!checked.ok) return false;
  const price = oracle.price(body);
  const asked = ((data.price(checked.values) ?? NaN) / 100).toFixed(2);
  if (price !== null && price !== asked) throw new Error(`${asked}, not ${price}: ${name} ${JSON.stringify(body)}`);
  return true;
}

const plainBody = (name: Name): Body => ({ ...sourcesOf(name)[0], ...PLAIN[name] });

/** Fields and values that are right by themselves. */
function rightFields(name: Name): Record<string, readonly unknown[]> {
  const world = worldOf(name, { priority: 3, vxc: true });
  const isRight = (body: Body) => brokenRules(PROCESSING[name], body, world).length === 0;
  const right = Object.entries(FIELDS[name]).map(([field, values]) => {
    return [field, values.filter((value) => isRight(withField(plainBody(name), field, value)))] as const;
  });
  return Object.fromEntries(right.filter(([, values]) => values.length > 0));
}

/** The body with a field set, and without the other name of the same thing, or its alternative. */
function withField(body: Body, field: string, value: unknown): Body {
  const others: Readonly<Record<string, string>> = {
    animations: 'animation',
    animation: 'animations',
    rig_type: 'topology',
    topology: 'rig_type',
  };
  const { [others[field] ?? '']: _, ...rest } = body;
  return { ...rest, [field]: value };
}

/** Some fields with one of their values each. */
function some(fields: Readonly<Record<string, readonly unknown[]>>, maxLength: number): fc.Arbitrary<Body> {
  const names = Object.keys(fields);
  return fc
    .subarray(names, { maxLength: Math.min(maxLength, names.length) })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((field) => [field, fc.constantFrom(...(fields[field] ?? []))]))),
    );
}

/** Bodies that are mostly right, or wrong in one or two places. */
function bodies(name: Name): fc.Arbitrary<Body> {
  const sources = sourcesOf(name);
  const source = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...sources.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constantFrom(...sources) },
  );
  const wrong = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: some(FIELDS[name], 2) });
  return fc.tuple(source, some(rightFields(name), 6), wrong).map(([from, right, more]) =>
    Object.entries({ ...right, ...more }).reduce((body: Body, [field, value]) => withField(body, field, value), {
      ...PLAIN[name],
      ...from,
    }),
  );
}

describe.each(NAMES)('%s: the data and the document agree', (name) => {
  test('on the path of its endpoint', () => {
    expect(OPERATIONS[name]).toMatchObject({ name, path: PROCESSING[name].path });
  });

  test('on each field × each value', () => {
    for (const [field, values] of Object.entries(FIELDS[name])) {
      for (const value of values) {
        const body = withField(plainBody(name), field, value);
        compare(name, body);
        compare(name, body, { priority: 1, vxc: false });
      }
    }
  });

  test('on each two fields × each two values', () => {
    const own = Object.entries(FIELDS[name]).filter(([field]) => !(field in COMMON));
    for (const [index, [field, values]] of own.entries()) {
      for (const [other, others] of own.slice(index + 1)) {
        for (const value of values) {
          const body = withField(plainBody(name), field, value);
          for (const more of others) compare(name, withField(body, other, more));
        }
      }
    }
  });

  test('on each way to name its source', () => {
    for (const source of sourcesOf(name)) compare(name, { ...PLAIN[name], ...source });
  });

  test('on fields left out', () => {
    for (const field of Object.keys(plainBody(name)).filter((key) => key !== 'style')) {
      const { [field]: _, ...body } = plainBody(name);
      expect(compare(name, body)).toBe(false);
    }
  });

  test('on thousands of combinations', () => {
    const seen = { accepted: 0, refused: 0 };
    const account = fc.record({ priority: fc.integer({ min: 1, max: 3 }), vxc: fc.boolean() });
    fc.assert(
      fc.property(bodies(name), account, (body, entitlements) => {
        seen[compare(name, body, entitlements) ? 'accepted' : 'refused']++;
      }),
      { numRuns: 400 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(25);
  });
});

describe('4.1 and 4.4: other names', () => {
  const versions: Partial<Record<Name, readonly string[]>> = {
    texture_model: ['v3.0-20250812', 'v2.5-20250123', 'v3.5-20260815', 'v1.0'],
    rig_model: ['v1.0-20240301', 'v2.5-20260210', 'v2.0-20250506'],
    segment_mesh: ['v1.0-20250506', 'v2.0-20260430', 'v3.0'],
    decimate_mesh: ['v1.0', 'v2.0', 'v3.0', 'P-v1.0-20250506', 'P-v2.0-20251225', 'P-v3.0'],
  };

  test('model_version means model wherever there is one', () => {
    for (const [name, values] of Object.entries(versions) as [Name, readonly string[]][]) {
      for (const value of values) {
        for (const more of [{}, { texture_quality: 'fast' }, { smart_uv: true }, { quad: true }]) {
          const body = { ...plainBody(name), ...more };
          expect(compare(name, { ...body, model_version: value })).toBe(compare(name, { ...body, model: value }));
        }
      }
    }
  });

  test('animation and animations are alternatives', () => {
    expect(compare('retarget_animation', { input: TASK, animation: 'preset:idle', animations: ['preset:run'] })).toBe(
      false,
    );
  });

  test('an enforced alias is read, a name that does not exist is not', () => {
    const read = (name: Name, body: Body) => {
      const context = { deployment: 'china', entitlements: null, now: 0 } as const;
      const checked = checkRequest(OPERATIONS[name], { ...plainBody(name), ...body }, context);
      return checked.ok ? checked.values : null;
    };
    expect(read('rig_model', { topology: 'avian' })).toMatchObject({ rig_type: 'avian' });
    expect(read('decimate_mesh', { model: 'P-v1.0-20250506' })).toMatchObject({ model: 'v1.0' });
    expect(read('decimate_mesh', { model_version: 'P-v2.0-20251225' })).toMatchObject({ model: 'v2.0' });
    expect(read('convert_model', { format: 'usdz' })).toMatchObject({ format: 'USDZ' });
    expect(read('refine_model', { draft_model_task_id: undefined, rough_model_task_id: TASK })).toBeNull();
  });
});

test('4.4 and section 9: what is left out has the default of the document', () => {
  const defaults: readonly [Name, string, unknown][] = [
    ['texture_model', 'model', 'v3.0-20250812'],
    ['texture_model', 'texture', true],
    ['texture_model', 'pbr', true],
    ['convert_model', 'export_orientation', '+x'],
    ['convert_model', 'fbx_preset', 'blender'],
    ['rig_model', 'model', 'v1.0-20240301'],
    ['rig_model', 'rig_type', 'biped'],
    ['segment_mesh', 'model', 'v1.0-20250506'],
    ['decimate_mesh', 'model', 'v2.0'],
    ['decimate_mesh', 'smart_uv', false],
  ];
  for (const [name, field, value] of defaults) {
    const data: Operation = OPERATIONS[name];
    expect([name, field, data.fields[field]?.default]).toEqual([name, field, value]);
  }
});

test('8: each operation counts towards its category and its rate class', () => {
  const category = {
    processing: ['texture', 'refine', 'stylize', 'convert', 'import'],
    animation: ['rig', 'retarget'],
  };
  for (const name of NAMES) {
    const first = name.split('_')[0] ?? '';
    const expected = Object.entries(category).find(([, firsts]) => firsts.includes(first))?.[0] ?? 'mesh';
    expect([name, OPERATIONS[name].category({})]).toEqual([name, expected]);
    expect([name, OPERATIONS[name].rateClass]).toEqual([name, name === 'refine_model' ? 'refine' : 'generation']);
  }
});
