import type { Noun } from '../builder/noun.ts';

/** A plain block on a plinth, built in place of objects for which there is nothing similar. No prompt can name it. */
export const STAND_IN: Noun = {
  names: ['stand-in'],
  size: [
    [0.6, 0.8],
    [0.5, 0.7],
    [0.6, 0.8],
  ],
  slots: { body: 'plastic:#c9ccd0', plinth: 'plastic:#85888c+' },
  build(k) {
    const [edge, foot] = [k.vary(0.5), 0.08];
    k.box('plinth', [0.7, foot, 0.7]);
    k.box('body', [edge, edge, edge], { at: [0, foot, 0], bevel: k.is('round') ? edge * 0.12 : edge * 0.02 });
    k.spot('top', [0, foot + edge, 0], edge, edge);
  },
};
