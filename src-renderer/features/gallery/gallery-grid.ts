/** Sizes of the gallery's cards, CSS pixels; they match the card's style. */
export const CARD_SIZE = { leastWidth: 140, caption: 44, gap: 8 } as const;

/** How cards lie in a view of some width. */
export interface CardLayout {
  readonly columns: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** From the top of one row to that of the next. */
  readonly rowHeight: number;
  readonly height: number;
}

/** A card and where it lies, CSS pixels from the upper left of the list. */
export interface CardPlace {
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

/** As many square images with a caption beside each other as fit, all of one width. */
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

/** The cards between two heights, a row more on either side, and the lead wherever it is: the focus may be on it. */
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

/** Where to scroll so that a card is fully seen; the present position when it already is. */
export function scrollToCard(
  layout: CardLayout,
  index: number,
  view: { readonly top: number; readonly height: number },
) {
  const top = Math.floor(index / layout.columns) * layout.rowHeight;
  if (top < view.top) return top;
  return Math.max(top + layout.cardHeight - view.height, view.top);
}
