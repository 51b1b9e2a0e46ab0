/** Card sizes in CSS pixels; they match the card's style. */
export const CARD_SIZE = { leastWidth: 140, caption: 44, gap: 8 } as const;

/** Card layout for a view width. */
export interface CardLayout {
  readonly columns: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** Distance between the tops of two rows. */
  readonly rowHeight: number;
  readonly height: number;
}

/** Sizes of the list in CSS pixels; they match the style of its rows and headings. */
export const ROW_SIZE = { row: 44, heading: 28, touchHeading: 44 } as const;

/** Calculates the layout of a list: one row per item, without gaps. */
export function layOutRows(width: number, count: number, row: number = ROW_SIZE.row): CardLayout {
  return { columns: 1, cardWidth: width, cardHeight: row, rowHeight: row, height: count * row };
}

/** Position of a card, in CSS pixels from the top left of the list. */
export interface CardPlace {
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

/** Calculates the layout: as many columns of square images with captions as fit, all of the same width. */
export function layOutCards(width: number, count: number): CardLayout {
  const { leastWidth, caption, gap } = CARD_SIZE;
  const columns = Math.max(1, Math.floor((width + gap) / (leastWidth + gap)));
  const cardWidth = Math.max(0, Math.floor((width - gap * (columns - 1)) / columns));
  const cardHeight = cardWidth + caption;
  const rowHeight = cardHeight + gap;
  return {
    columns,
    cardWidth,
    cardHeight,
    rowHeight,
    height: Math.max(0, Math.ceil(count / columns) * rowHeight - gap),
  };
}

/**
 * Lists the cards in the visible range with one extra row on either side, plus the lead card, which may have the focus.
 */
export function cardsInView(
  layout: CardLayout,
  count: number,
  view: { readonly top: number; readonly height: number },
  lead: number,
) {
  const { columns, cardWidth, rowHeight } = layout;
  const first = Math.max(0, Math.floor(view.top / rowHeight) - 1) * columns;
  const end = Math.min(count, (Math.ceil((view.top + view.height) / rowHeight) + 1) * columns);
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  if (lead < count && (lead < first || lead >= end)) shown.push(lead);
  return shown.map((index): CardPlace => ({
    index,
    left: (index % columns) * (cardWidth + CARD_SIZE.gap),
    top: Math.floor(index / columns) * rowHeight,
  }));
}

/** Returns the scroll position that makes a card fully visible; the current one if it already is. */
export function scrollToCard(
  layout: CardLayout,
  index: number,
  view: { readonly top: number; readonly height: number },
) {
  const top = Math.floor(index / layout.columns) * layout.rowHeight;
  if (top < view.top) return top;
  return Math.max(top + layout.cardHeight - view.height, view.top);
}
