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

test('the price is the listed one until the service was seen to charge another three times', () => {
  const { book, store, charge } = openBook();
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 11_000, basis: 'listed' });
  charge(90);
  charge(90);
  expect(book.priceOf(STEP, WHERE).basis).toBe('listed');
  charge(95);
  expect(book.priceOf(STEP, WHERE)).toEqual({ amount: 9_000, basis: 'learned' });
  // Durable, and for the service that was ordered at last where none is named.
  const again = createPriceBook(store);
  expect(again.priceOf(STEP, { ...WHERE, serviceId: null })).toEqual({ amount: 9_000, basis: 'learned' });
  expect(again.priceOf(STEP, { ...WHERE, serviceId: 'two' }).basis).toBe('listed');
});

test('a new price list is believed after half a window of orders, and one odd charge never', () => {
  const { book, charge } = openBook();
  for (let count = 0; count < 20; count++) charge(count === 7 ? 999 : 90);
  expect(book.priceOf(STEP, WHERE).amount).toBe(9_000);
  for (let count = 0; count < 8; count++) charge(50);
  expect(book.priceOf(STEP, WHERE).amount).toBe(5_000);
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
