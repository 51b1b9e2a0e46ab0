import { expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { createPriceBook, toPriceKey, type PricedStep } from '../../../src-main/queue/spending/price-book.ts';
import { createSpendingStore } from '../../../src-main/queue/spending/spending-store.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const STEP: PricedStep = {
  operation: 'image_to_model',
  params: { model: 'P2-20260801', texture: true, model_seed: 7 },
};
const WHERE = { serviceKind: 'cloud', serviceId: 'one' } as const;

function openBook() {
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const store = createSpendingStore(database);
  const book = createPriceBook(store);
  let orders = 0;
  const charge = (credits: number, step = STEP, serviceId = 'one'): void => {
    const id = `o${orders++}`;
    const priceKey = toPriceKey(serviceId, step);
    const place = { jobId: id, step: 0, name: 'x', recipe: 'draft', origin: null, operation: step.operation };
    store.add({
      id,
      ...place,
      serviceId,
      serviceKind: 'cloud',
      priceKey,
      day: '2026-11-21',
      at: orders,
      estimate: null,
    });
    store.end(id, { kind: 'charged', charged: toCredits(credits * 100) }, orders);
    book.learn(priceKey, serviceId, 'cloud');
  };
  return { book, store, charge };
}

test('the price is the listed one, or the second highest recent charge if that is more', () => {
  const { book, store, charge } = openBook();
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 11_000, basis: 'listed' });
  charge(90);
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 11_000, basis: 'listed' });
  charge(11_000);
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 11_000, basis: 'listed' });
  charge(120);
  charge(0);
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 12_000, basis: 'learned' });
  // Durable, and for the service that was ordered at last where none is named.
  const again = createPriceBook(store);
  expect(again.priceOf(STEP, { ...WHERE, serviceId: null })).toEqual({ amount: 12_000, basis: 'learned' });
  expect(again.priceOf(STEP, { ...WHERE, serviceId: 'two' }).basis).toBe('listed');
});

test('a higher charge counts until fourteen later ones were lower', () => {
  const { book, charge } = openBook();
  charge(150);
  charge(150);
  for (let count = 0; count < 13; count++) charge(120);
  expect(book.priceOf(STEP, WHERE).amount).toBe(15_000);
  charge(120);
  expect(book.priceOf(STEP, WHERE).amount).toBe(12_000);
});

test('only a listed price is free, however often nothing was charged', () => {
  const { book, charge } = openBook();
  const free: PricedStep = { operation: 'import_model', params: {} };
  const unlisted = { operation: 'future_operation' as PricedStep['operation'], params: {} } as const;
  for (const step of [STEP, free, unlisted]) for (let count = 0; count < 15; count++) charge(0, step);
  expect([STEP, free, unlisted].map((step) => book.priceOf(step, WHERE))).toEqual([
    { amount: 11_000, basis: 'listed' },
    { amount: 0, basis: 'listed' },
    { amount: null, basis: 'unknown' },
  ]);
  charge(5, free);
  expect(book.priceOf(free, WHERE)).toEqual({ amount: 500, basis: 'learned' });
});

test('seeds, prompts and counts make no other price; switches, choices and lengths of lists do', () => {
  const key = (params: PricedStep['params']): string => toPriceKey('s', { operation: 'image_to_model', params });
  const plain = key({ quad: true, model: 'm' });
  expect(key({ model: 'm', quad: true, model_seed: 4, prompt: 'chair', negative_prompt: 'x', face_limit: 9 })).toBe(
    plain,
  );
  expect(new Set([plain, key({ quad: false, model: 'm' }), key({ quad: true, model: 'n' })]).size).toBe(3);
  expect(key({ animations: ['a'] })).not.toBe(key({ animations: ['a', 'b'] }));
});

test('a parameter has one price under its name and its alias', () => {
  const key = (params: PricedStep['params']): string => toPriceKey('s', { operation: 'image_to_model', params });
  expect(key({ model_version: 'P2' })).toBe(key({ model: 'P2' }));
  expect(key({ model: 'P2', model_version: 'other' })).toBe(key({ model: 'P2' }));
  expect(key({ model_version: 'P2' })).not.toBe(key({ model_version: 'other' }));
});
