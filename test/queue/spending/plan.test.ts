import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCredits, parseCredits, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { spending, type SpendingInput } from '../../../src-shared/settings/settings.ts';
import { assertTotalConfirmed } from '../../../src-main/queue/spending/assert-total-confirmed.ts';
import { makePlan, type PlanInput } from '../../../src-main/queue/spending/plan.ts';
import { withStep } from '../../../src-main/pipeline/job-record.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { toPlannedJobs } from '../../../src-main/queue/spending/planned-jobs.ts';
import { planUnconfirmed } from '../../../src-main/queue/spending/plan-unconfirmed.ts';
import { listedPrice, type KnownPrice } from '../../../src-main/queue/spending/price-book.ts';

const PICTURES = (count: number) => Array.from({ length: count }, () => ({ kind: 'picture' as const }));

function plan(
  limits: SpendingInput = {},
  patch: Partial<PlanInput> = {},
  spent = '0.00',
  priceOf: (step: Parameters<typeof listedPrice>[0]) => KnownPrice = listedPrice,
) {
  const jobs = toPlannedJobs(PICTURES(2), { recipe: null, formats: ['glb', 'fbx', 'usdz'], variants: 2 });
  const sum = parseCredits(spent) ?? toCredits(0);
  return makePlan(
    { free: false, jobs, origin: null, balance: null, held: null, ...patch },
    {
      test: false,
      spending: spending.parse(limits),
      priceOf,
      spentOn: () => ({ day: sum, recipe: sum, folder: sum }),
      available: patch.balance ?? null,
    },
  );
}

test('the plan of jobs that wait for confirmation has only the steps before them', () => {
  const record = withStep(buildJob({ status: 'held', step: 1 }, ['glb', 'fbx']), 0, { status: 'done' });
  const planned = planUnconfirmed([record], (jobs) => plan({}, { jobs }));
  expect(planned).toMatchObject({ jobs: 1, total: '5.00', lines: [{ operation: 'convert_model', count: 1 }] });
});

describe('the plan of a batch', () => {
  test('groups like steps, and sums them', () => {
    expect(plan()).toMatchObject({
      jobs: 4,
      lines: [
        { operation: 'image_to_model', count: 4, each: '110.00', basis: 'listed', total: '440.00' },
        { operation: 'convert_model', count: 8, each: '5.00', basis: 'listed', total: '40.00' },
      ],
      total: '480.00',
      unknown: 0,
      needsYes: true,
      over: [],
    });
  });

  test('costs nothing and asks nothing where nothing costs', () => {
    expect(plan({ perDay: '0' }, { free: true })).toMatchObject({
      total: '0.00',
      lines: [],
      needsYes: false,
      over: [],
    });
  });

  test('costs nothing at a cloud if none of its steps does', () => {
    const step = { operation: 'import_model', params: { input: 'token' } } as const;
    const jobs = [{ recipe: 'game', steps: [step], count: 3 }];
    const made = plan({ perDay: '0' }, { jobs, balance: toCredits(0) });
    expect(made).toMatchObject({ free: true, total: '0.00', needsYes: false, balance: null, over: [] });
  });

  test('names each limit it would break', () => {
    const limits = { perDay: '500', perRecipe: { draft: '485', film: '1' }, pauseBelow: '30' };
    expect(plan(limits, { balance: toCredits(50_000) }, '10.00').over).toEqual([
      { cap: 'recipe', subject: 'draft', limit: '485.00', would: '490.00' },
      { cap: 'pause_below', subject: '', limit: '30.00', would: '20.00' },
    ]);
    expect(plan({ perDay: '489.99' }, {}, '10.00').over).toMatchObject([{ cap: 'day', would: '490.00' }]);
    expect(plan({}, { balance: toCredits(47_999) }).over).toMatchObject([{ cap: 'balance', limit: '479.99' }]);
    // Each of the four jobs costs 120.
    expect(plan({}, { balance: toCredits(47_999) }).over).toMatchObject([{ covers: { jobs: 3, of: 4 } }]);
    expect(plan({}, { balance: toCredits(11_999) }).over).toMatchObject([{ covers: { jobs: 0, of: 4 } }]);
    expect(plan({ perFolder: { in: '5' } }, { origin: 'in' }).over).toMatchObject([{ cap: 'folder', subject: 'in' }]);
  });

  test('counts unknown prices as nothing, and waits for a yes because of them', () => {
    const unknown = (): KnownPrice => ({ amount: null, basis: 'unknown' });
    const made = plan({ confirmAbove: '1000', perDay: '10' }, {}, '10.00', unknown);
    expect(made).toMatchObject({ total: '0.00', unknown: 12, needsYes: true, over: [{ cap: 'day' }] });
    expect(() => assertTotalConfirmed(made, null)).toThrow(/12 steps of unknown price/);
    expect(plan({ perDay: '10' }, {}, '9.99', unknown).over).toEqual([]);
  });

  test('of ten thousand jobs is made of as few groups as of one', () => {
    let asked = 0;
    const jobs = toPlannedJobs(PICTURES(10_000), { recipe: null, formats: ['glb', 'fbx'] });
    const counting = (step: Parameters<typeof listedPrice>[0]): KnownPrice => (asked++, listedPrice(step));
    expect([plan({}, { jobs }, '0', counting).total, asked]).toEqual(['1150000.00', 2]);
  });

  test.each<[string, string | null, boolean]>([
    ['0.00', null, false],
    ['479.99', null, false],
    ['480.00', null, true],
    ['0.00', '480.00', true],
    ['0.00', '479.99', false],
    ['0.00', '9999', true],
  ])('above %s with a yes to %s is agreed: %s', (confirmAbove, agreed, isAgreed) => {
    const yes: Credits | null = agreed === null ? null : parseCredits(agreed);
    const assert = (): void => assertTotalConfirmed(plan({ confirmAbove }), yes);
    if (isAgreed) assert();
    else
      expect(assert).toThrow(
        expect.objectContaining({ code: 'needs_yes', message: expect.stringContaining('480.00') as string }),
      );
  });
});

describe('the plan of jobs at several services', () => {
  const SERVICES = {
    one: { serviceKind: 'cloud', cloud: { baseUrl: 'https://one.example', deployment: 'international' } },
    two: { serviceKind: 'cloud', cloud: { baseUrl: 'https://two.example', deployment: 'international' } },
    rehearsal: { serviceKind: 'local' },
    free: { serviceKind: 'local' },
  } as const;
  type Service = keyof typeof SERVICES;
  const AMOUNTS = { one: '500.00', two: '600.00', rehearsal: '900.00', free: '0.00' } as const;

  /** Each job costs 110.00 and belongs to a service. */
  function planAt(places: readonly Service[], limits: SpendingInput = {}, spent = '0.00') {
    const records = places.map((place) => buildJob({ status: 'held', ...SERVICES[place] }));
    return planUnconfirmed(records, (jobs, { service, cloud }) => {
      const place = service === 'local' ? (places.includes('free') ? 'free' : 'rehearsal') : null;
      const name = place ?? (cloud?.baseUrl === SERVICES.one.cloud.baseUrl ? 'one' : 'two');
      const sum = parseCredits(name === 'rehearsal' ? '0.00' : spent) ?? toCredits(0);
      const available = parseCredits(AMOUNTS[name]);
      return makePlan(
        { free: name === 'free', jobs, origin: null, balance: available, held: null },
        {
          ...{ test: name === 'rehearsal', spending: spending.parse(limits), priceOf: listedPrice, available },
          spentOn: () => ({ day: sum, recipe: sum, folder: sum }),
        },
      );
    });
  }

  test.each([[['rehearsal', 'one']], [['one', 'rehearsal']]] as const)(
    'is about real credits and their account, with test credits apart: %j',
    (places) => {
      expect(planAt(places, {}, '3.00')).toMatchObject({
        ...{ free: false, test: false, jobs: 2, total: '110.00', testTotal: '110.00' },
        ...{ lines: [{ count: 1 }], balance: '500.00', available: '500.00', spentToday: '3.00', needsYes: true },
      });
    },
  );

  test('has the cost of those that are not free, and the account of none of several', () => {
    expect(planAt(['free', 'one'])).toMatchObject({ jobs: 2, total: '110.00', testTotal: '0.00', balance: '500.00' });
    const places = ['two', 'free', 'one'] as const;
    expect(planAt(places)).toMatchObject({ jobs: 3, total: '220.00', balance: null, available: null });
    expect(planAt(['rehearsal', 'rehearsal'])).toMatchObject({ test: true, total: '220.00', testTotal: '0.00' });
    expect(planAt(['free', 'free'])).toMatchObject({ free: true, jobs: 2, total: '0.00', needsYes: false });
  });

  test('exceeds the daily limit together', () => {
    const day = { cap: 'day', subject: '', limit: '300.00' };
    expect(planAt(['one', 'two'], { perDay: '300' }, '80.00').over).toEqual([]);
    expect(planAt(['one', 'two'], { perDay: '300' }, '80.01').over).toEqual([{ ...day, would: '300.01' }]);
    expect(planAt(['one', 'two'], { perDay: '300' }, '299.00').over).toEqual([{ ...day, would: '519.00' }]);
  });

  test('has to be confirmed exactly if the real credits of all together exceed the limit', () => {
    const anyPlaces = fc.array(fc.constantFrom('one', 'two', 'rehearsal'), { minLength: 1, maxLength: 6 });
    const anyLimit = fc.constantFrom('0.00', '109.99', '110.00', '219.99', '220.00', '330.00', '550.00');
    fc.assert(
      fc.property(anyPlaces as fc.Arbitrary<Service[]>, anyLimit, (places, confirmAbove) => {
        const paid = places.filter((place) => place !== 'rehearsal').length;
        const cost = toCredits(110_00 * (paid || places.length));
        const made = planAt(places, { confirmAbove });
        expect(made).toMatchObject({ test: paid === 0, jobs: places.length, total: formatCredits(cost) });
        const isOver = cost > (parseCredits(confirmAbove) ?? 0);
        expect(made.needsYes).toBe(isOver);
        const assert = (): void => assertTotalConfirmed(made, null);
        if (isOver) expect(assert).toThrow(expect.objectContaining({ code: 'needs_yes' }));
        else assert();
      }),
    );
  });
});
