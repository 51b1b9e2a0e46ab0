import type { PartBuilder } from '../../builder/part-builder.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Proportions of a bird, as shares of its size. */
export interface BirdShape {
  /** Metres. */
  readonly size: number;
  readonly plump: number;
  readonly head: number;
  readonly beak: number;
  readonly legs: number;
  readonly tail: number;
  readonly isFlatBilled?: boolean;
}

/** Adds a standing bird with the slots `coat`, `belly`, `beak`, `dark`: body, head, beak, folded wings, tail, legs. */
export function bird(
  k: PartBuilder,
  { size: s, plump, head, beak, legs, tail, isFlatBilled = false }: BirdShape,
): void {
  const y = (legs + plump * 0.82) * s;
  k.ball('coat', [plump * s * 0.86, plump * s * 0.9, plump * s * 1.3], {
    at: [0, y, 0],
    turn: [-14, 0, 0],
    name: 'body',
  });
  k.ball('belly', [plump * s * 0.72, plump * s * 0.72, plump * s * 0.8], {
    at: [0, y - plump * s * 0.12, plump * s * 0.52],
  });
  const [hy, hz] = [y + plump * s * 1.15, plump * s * 0.98];
  k.tube(
    'coat',
    [
      [0, y, plump * s * 0.6],
      [0, hy, hz],
    ],
    [plump * s * 0.6, head * s * 0.8],
    { isSmooth: false, name: 'neck' },
  );
  k.ball('coat', head * s, { at: [0, hy, hz], name: 'head' });
  if (isFlatBilled)
    k.ball('beak', [head * s * 0.5, head * s * 0.2, beak * s], { at: [0, hy - head * s * 0.15, hz + head * s * 0.95] });
  else
    k.cylinder('beak', head * s * 0.32, beak * s + head * s * 0.3, {
      at: [0, hy - head * s * 0.08, hz + head * s * 0.75],
      turn: [96, 0, 0],
      top: 0,
      segments: 12,
    });
  for (const x of SIDES) {
    k.ball('dark', head * s * 0.14, {
      at: [x * head * s * 0.72, hy + head * s * 0.22, hz + head * s * 0.6],
      segments: 10,
      name: 'eye',
    });
    k.ball('coat', [plump * s * 0.16, plump * s * 0.52, plump * s * 1.1], {
      at: [x * plump * s * 0.86, y + plump * s * 0.08, -plump * s * 0.28],
      turn: [-20, x * -8, 0],
      name: 'wing',
    });
    const lx = x * plump * s * 0.42;
    k.tube(
      'beak',
      [
        [lx, y - plump * s * 0.6, 0],
        [lx, 0.012 * s, 0],
      ],
      s * 0.026,
      { isSmooth: false, segments: 8, name: 'leg' },
    );
    k.ball('beak', [s * 0.07, s * 0.025, s * 0.12], { at: [lx, s * 0.025, s * 0.05], segments: 12, name: 'foot' });
  }
  k.box('coat', [plump * s * 0.75, s * 0.05, tail * s], {
    at: [0, y + plump * s * 0.2, -plump * s * 1.2 - tail * s * 0.3],
    turn: [18, 0, 0],
    corner: plump * s * 0.3,
    bevel: s * 0.02,
    name: 'tail',
  });
}
