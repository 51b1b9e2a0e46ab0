import { describe, expect, it } from 'vitest';
import type { SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { findWaysOut } from '../../../../src-renderer/features/create/ways-out.ts';

const costs = (total: string, unknown = 0) => ({ free: false, total, unknown });
const PRICES = {
  draft: { picture: costs('110.00'), views: costs('120.00') },
  game: { picture: costs('60.00'), views: costs('60.00') },
  film: { picture: costs('100.00'), views: costs('100.00') },
  odd: { picture: costs('1.00', 1), views: costs('1.00') },
  pictures: { picture: costs('2.00') },
} as const;

type Over = SpendingPlan['over'][number];
const over = (cap: Over['cap'], limit: string, would: string): Over => ({ cap, subject: '', limit, would });

function waysOf(caps: Over[], total: string, changes: { kinds?: ('picture' | 'views')[]; variants?: number } = {}) {
  const { kinds = ['views', 'picture', 'picture'], variants = 1 } = changes;
  return findWaysOut({
    plan: { total, unknown: 0, over: caps },
    sources: kinds.map((kind, at) => ({ key: `${at}`, kind })),
    variants,
    recipe: 'draft',
    recipes: Object.keys(PRICES),
    pricesOf: (recipe) => PRICES[recipe as keyof typeof PRICES],
    canUseThisComputer: false,
  });
}

describe('ways out of a plan that exceeds a limit', () => {
  it('are none for a plan that fits', () => {
    expect(waysOf([], '340.00')).toEqual([]);
  });

  it('are the first sources that fit, and the recipe nearest in price', () => {
    expect(waysOf([over('day', '300.00', '370.00')], '340.00')).toEqual([
      { kind: 'fewer', keys: ['0', '1'], jobs: 2, total: '230.00' },
      { kind: 'recipe', recipe: 'game', total: '180.00' },
    ]);
    expect(waysOf([over('balance', '310.00', '340.00')], '340.00')).toMatchObject([
      { kind: 'fewer', jobs: 2 },
      { kind: 'recipe', recipe: 'film', total: '300.00' },
    ]);
  });

  it('respect every limit at once, and the balance that has to remain', () => {
    const both = [over('balance', '310.00', '340.00'), over('pause_below', '50.00', '-160.00')];
    expect(waysOf(both, '340.00')).toEqual([{ kind: 'fewer', keys: ['0'], jobs: 1, total: '120.00' }]);
    expect(waysOf([over('day', '100.00', '540.00')], '340.00')).toEqual([]);
  });

  it('leave the limit of one recipe to that recipe', () => {
    expect(waysOf([over('recipe', '100.00', '340.00')], '340.00')).toEqual([
      { kind: 'recipe', recipe: 'film', total: '300.00' },
    ]);
  });

  it('are fewer variants of every source before fewer sources', () => {
    const kinds = ['picture', 'picture'] as ('picture' | 'views')[];
    const three = { kinds, variants: 3 };
    expect(waysOf([over('day', '450.00', '660.00')], '660.00', three)[0]).toEqual({
      kind: 'variants',
      variants: 2,
      total: '440.00',
    });
    expect(waysOf([over('day', '200.00', '660.00')], '660.00', three)).toEqual([
      { kind: 'recipe', recipe: 'pictures', total: '12.00' },
    ]);
  });

  it('are this computer where it is free', () => {
    const batch = { sources: [{ key: '0', kind: 'picture' }], variants: 1, recipe: 'odd', recipes: [] } as const;
    const plan = { total: '1.00', unknown: 1, over: [over('day', '1.00', '2.00')] };
    const pricesOf = () => ({});
    expect(findWaysOut({ ...batch, plan, pricesOf, canUseThisComputer: true })).toEqual([{ kind: 'here' }]);
    expect(findWaysOut({ ...batch, plan, pricesOf, canUseThisComputer: false })).toEqual([]);
  });
});
