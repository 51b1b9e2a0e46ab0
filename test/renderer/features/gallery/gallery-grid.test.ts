import { expect, it } from 'vitest';
import {
  CARD_SIZE,
  cardsInView,
  layOutCards,
  layOutRows,
  scrollToCard,
} from '../../../../src-renderer/features/gallery/gallery-grid.ts';

it('cards fill the width in columns of one size, none beside it', () => {
  for (const width of [100, 140, 287, 288, 640, 1999]) {
    const { columns, cardWidth } = layOutCards(width, 1000);
    expect(columns * cardWidth + (columns - 1) * CARD_SIZE.gap).toBeLessThanOrEqual(width);
    // Less than a pixel a column is left over.
    expect((columns + 1) * cardWidth + columns * CARD_SIZE.gap).toBeGreaterThan(width);
    expect(width - columns * cardWidth - (columns - 1) * CARD_SIZE.gap).toBeLessThan(columns);
    if (columns > 1) expect(cardWidth).toBeGreaterThanOrEqual(CARD_SIZE.leastWidth);
  }
});

it('of a hundred thousand cards only those in sight, and a row on either side, are drawn', () => {
  const layout = layOutCards(640, 100_000);
  const cards = cardsInView(layout, 100_000, { top: layout.rowHeight * 500 + 7, height: 700 }, 499 * layout.columns);
  const rows = Math.ceil(700 / layout.rowHeight) + 3;
  expect(cards.length).toBeLessThanOrEqual(rows * layout.columns);
  expect(cards[0]).toEqual({ index: 499 * layout.columns, left: 0, top: 499 * layout.rowHeight });
  expect(cardsInView(layout, 3, { top: 0, height: 700 }, 0).map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(cardsInView(layout, 0, { top: 0, height: 700 }, 0)).toEqual([]);
});

it('the lead is drawn wherever it is, once', () => {
  const layout = layOutCards(640, 1000);
  const places = (lead: number) => cardsInView(layout, 1000, { top: 0, height: 300 }, lead).map(({ index }) => index);
  expect(places(900)).toContain(900);
  expect(places(900)).toHaveLength(places(0).length + 1);
  expect(new Set(places(1)).size).toBe(places(1).length);
});

it('scrolling to a card shows all of it and moves no further than it must', () => {
  const layout = layOutCards(640, 1000);
  const view = { top: layout.rowHeight * 10, height: layout.rowHeight * 3 };
  expect(scrollToCard(layout, 11 * layout.columns, view)).toBe(view.top);
  expect(scrollToCard(layout, 2 * layout.columns + 1, view)).toBe(2 * layout.rowHeight);
  expect(scrollToCard(layout, 20 * layout.columns, view) + view.height).toBe(20 * layout.rowHeight + layout.cardHeight);
});

it('rows of the list are as wide as it is, one below the other, and only those in sight are drawn', () => {
  const layout = layOutRows(700, 100_000);
  expect(layout).toEqual({ columns: 1, cardWidth: 700, cardHeight: 44, rowHeight: 44, height: 4_400_000 });
  const rows = cardsInView(layout, 100_000, { top: 44 * 1000, height: 440 }, 1000);
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, i) => 999 + i));
  expect(rows[0]).toEqual({ index: 999, left: 0, top: 999 * 44 });
  expect(layOutRows(0, 10, 52)).toMatchObject({ rowHeight: 52, height: 520 });
});
