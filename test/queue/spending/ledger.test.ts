import { describe, expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { createLedger, orderKey, type Ledger } from '../../../src-main/queue/spending/ledger.ts';
import { toLocalDay } from '../../../src-main/queue/spending/local-day.ts';
import type { SpendingRecord, SpendingEnd } from '../../../src-main/queue/spending/spending-store.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createQueueStore, type QueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { createVirtualClock, type VirtualClock } from '../../helpers/virtual-clock.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { createPrng } from '../../simulation/prng.ts';

const DAY_MS = 24 * 3_600_000;
const RECIPES = ['film', 'game'];
const FILM = { serviceKind: 'cloud', recipe: 'film', origin: null } as const;
const FOLDERS = [null, 'inbox', 'constructor'];

interface Bench {
  readonly store: QueueStore;
  readonly clock: VirtualClock;
  readonly ledger: () => Ledger;
  /** What a start after a crash knows. */
  restart(): void;
}

function openBench(): Bench {
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const clock = createVirtualClock(new Date(2026, 10, 21, 12).getTime());
  const system = { ...SYSTEM, clock };
  let store = createQueueStore(database, system);
  let ledger = createLedger(store.spendings, clock);
  const restart = (): void => {
    store = createQueueStore(database, system);
    ledger = createLedger(store.spendings, clock);
  };
  return { store, clock, ledger: () => ledger, restart };
}

/** Orders as the queue does: the price set apart, the intent and the row written down, sent. */
function order(
  { store, clock, ledger }: Bench,
  id: string,
  hundredths: number | null,
  place: Partial<SpendingRecord> = {},
) {
  const estimate = hundredths === null ? null : toCredits(hundredths);
  const { serviceKind = 'cloud', recipe = 'film', origin = null } = place;
  const { day } = ledger().today(serviceKind);
  ledger().hold(orderKey(id, 0), { serviceKind, recipe, origin, day, amount: estimate ?? toCredits(0) });
  const intent = { id, jobId: id, step: 0, serviceId: 's', operation: 'convert_model' };
  store.intents.prepare({ ...intent, body: '{}' });
  store.intents.markSending(id, 0);
  const row = {
    recipe,
    origin,
    name: id,
    serviceKind,
    priceKey: 'k',
    day,
    at: clock.now(),
    estimate,
  } as const;
  store.spendings.add({ ...intent, ...row });
}

const sums = ({ ledger }: Bench): string => {
  const { charged, back, held } = ledger().today('cloud');
  return `${charged} charged, ${back} back, ${held} held`;
};

describe('the ledger', () => {
  test('counts what is on its way, charged, back and in doubt, each once, and knows it all after a restart', () => {
    const bench = openBench();
    const end = (id: string, told: SpendingEnd): void => bench.ledger().end(orderKey(id, 0), id, told);
    for (const id of ['a', 'b', 'c', 'd', 'e']) order(bench, id, 1_010);
    expect(sums(bench)).toBe('0 charged, 0 back, 5050 held');
    end('a', { kind: 'charged', charged: toCredits(999) });
    end('a', { kind: 'charged', charged: toCredits(1_001) });
    end('b', { kind: 'back', back: toCredits(1_010) });
    end('c', { kind: 'unknown' });
    bench.store.intents.mark('d', 'ambiguous');
    const expected = '1001 charged, 1010 back, 3030 held';
    expect(sums(bench)).toBe(expected);
    bench.restart();
    expect(sums(bench)).toBe(expected);
    const states = bench.store.spendings.history('cloud', null, 10).map(({ jobId, state }) => `${jobId} ${state}`);
    // The process that sent e is gone, so nobody heard its answer.
    expect(states).toEqual(['e unknown', 'd unknown', 'c unknown', 'b back', 'a charged']);
  });

  test('lets an order that was given up stay in doubt beside the new one of the same step', () => {
    const bench = openBench();
    order(bench, 'a', 500);
    bench.store.intents.mark('a', 'abandoned');
    bench.ledger().move(orderKey('a', 0), 'a');
    bench.ledger().hold(orderKey('a', 0), { ...FILM, day: bench.ledger().today('cloud').day, amount: toCredits(700) });
    expect(sums(bench)).toBe('0 charged, 0 back, 1200 held');
    bench.ledger().release(orderKey('a', 0));
    expect(sums(bench)).toBe('0 charged, 0 back, 500 held');
  });

  test('counts test credits of a rehearsal apart from those of a cloud, before and after a restart', () => {
    const bench = openBench();
    order(bench, 'real', 500);
    for (const id of ['played', 'playing']) order(bench, id, 97_000, { serviceKind: 'local', origin: 'inbox' });
    bench.ledger().end(orderKey('played', 0), 'played', { kind: 'charged', charged: toCredits(97_000) });
    const check = (): void => {
      expect(sums(bench)).toBe('0 charged, 0 back, 500 held');
      expect(bench.ledger().spentOn({ ...FILM, origin: 'inbox' })).toEqual({ day: 500, recipe: 500, folder: 0 });
      expect(bench.ledger().today('local')).toMatchObject({ charged: 97_000, back: 0, held: 97_000 });
    };
    check();
    bench.restart();
    check();
    const { history, days, recipes } = bench.store.spendings;
    expect(history('cloud', null, 10).map(({ jobId }) => jobId)).toEqual(['real']);
    expect([days('cloud', 9), recipes('cloud', 0)]).toEqual([[], []]);
    expect(days('local', 9)).toMatchObject([{ charged: 97_000, jobs: 1 }]);
    expect(recipes('local', 0)).toEqual([{ recipe: 'film', charged: 97_000, jobs: 1 }]);
  });

  test('begins anew with the local day, and a clock that is set back reopens no budget that was spent', async () => {
    const bench = openBench();
    order(bench, 'a', 500);
    await bench.clock.advance(DAY_MS);
    order(bench, 'b', 30);
    bench.ledger().end(orderKey('a', 0), 'a', { kind: 'charged', charged: toCredits(500) });
    expect(sums(bench)).toBe('0 charged, 0 back, 30 held');
    bench.clock.jump(-DAY_MS);
    expect(sums(bench)).toBe('500 charged, 0 back, 30 held');
    bench.clock.jump(-100 * DAY_MS);
    bench.restart();
    expect(sums(bench)).toBe('500 charged, 0 back, 30 held');
    bench.clock.jump(102 * DAY_MS);
    expect(sums(bench)).toBe('0 charged, 0 back, 0 held');
    expect(bench.store.spendings.days('cloud', 9).map(({ charged, jobs }) => [charged, jobs])).toEqual([[500, 1]]);
  });

  test('parts no two orders of one millisecond between pages of the history', async () => {
    const bench = openBench();
    for (const id of ['a', 'b', 'c']) order(bench, id, 1);
    await bench.clock.advance(1);
    order(bench, 'd', 1);
    const { history } = bench.store.spendings;
    const first = history('cloud', null, 2);
    expect(first.map(({ jobId }) => jobId)).toEqual(['d', 'c', 'b', 'a']);
    expect(history('cloud', first.at(-1)?.at ?? 0, 2)).toEqual([]);
    expect(history('cloud', null, 1).map(({ jobId }) => jobId)).toEqual(['d']);
    expect(history('cloud', null, 9, bench.clock.now()).map(({ jobId }) => jobId)).toEqual(['d']);
  });

  test.each([1, 2, 3, 4, 5, 6])('sums to the hundredth whatever happens, seed %i', async (seed) => {
    const bench = openBench();
    const prng = createPrng(`ledger ${seed}`);
    /** The same money, counted the slow way. */
    const known = new Map<string, { recipe: string; origin: string | null; day: string; sum: bigint; part: string }>();
    const check = (): void => {
      const today = toLocalDay(bench.clock.now());
      const counted = [...known.values()].filter(({ day }) => day >= today);
      const sum = (wanted: (row: (typeof counted)[0]) => boolean): bigint =>
        counted.filter(wanted).reduce((total, row) => total + row.sum, 0n);
      const { charged, back, held } = bench.ledger().today('cloud');
      expect([BigInt(charged), BigInt(back), BigInt(held)]).toEqual(
        ['charged', 'back', 'held'].map((part) => sum((row) => row.part === part)),
      );
      for (const recipe of RECIPES) {
        for (const origin of FOLDERS) {
          const spent = bench.ledger().spentOn({ serviceKind: 'cloud', recipe, origin });
          expect(BigInt(spent.recipe)).toBe(sum((row) => row.part !== 'back' && row.recipe === recipe));
          const folder = sum((row) => row.part !== 'back' && row.origin === origin);
          expect(BigInt(spent.folder)).toBe(origin === null ? 0n : folder);
        }
      }
    };
    for (let step = 0; step < 150; step++) {
      const open = [...known].filter(([, { part }]) => part === 'held').map(([id]) => id);
      const what = prng.pick(['order', 'order', 'end', 'end', 'again', 'time', 'clock', 'restart'] as const);
      if (what === 'order') {
        const [recipe, origin, amount] = [prng.pick(RECIPES), prng.pick(FOLDERS), prng.integer(1_000_000)];
        order(bench, `o${step}`, amount, { recipe, origin });
        const day = toLocalDay(bench.clock.now());
        known.set(`o${step}`, { recipe, origin, day, sum: BigInt(amount), part: 'held' });
      } else if (what === 'time') await bench.clock.advance(prng.integer(DAY_MS));
      else if (what === 'clock') bench.clock.jump(prng.integer(4 * DAY_MS) - 2 * DAY_MS);
      else if (what === 'restart') bench.restart();
      else if (known.size > 0) {
        const id = prng.pick(what === 'end' && open.length > 0 ? open : [...known.keys()]);
        const [kind, amount] = [prng.pick(['charged', 'back'] as const), toCredits(prng.integer(1_000_000))];
        bench
          .ledger()
          .end(orderKey(id, 0), id, kind === 'charged' ? { kind, charged: amount } : { kind, back: amount });
        const row = known.get(id);
        if (row) known.set(id, { ...row, part: kind, sum: BigInt(amount) });
      }
      check();
    }
  });
});
