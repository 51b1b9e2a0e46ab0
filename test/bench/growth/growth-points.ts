import type { Figures } from '../harness/row.ts';
import type { GrowthPoint } from './fit-exponent.ts';

const KEY = /^ms at (\d+)$/;

/** Points as figures of a run, beside its other figures. */
export function toPointFigures(points: readonly GrowthPoint[]): Figures {
  return Object.fromEntries(points.map(({ n, ms }) => [`ms at ${n}`, ms]));
}

/** The points among the figures of a run, from the smallest size. */
export function findPoints(figures: Figures | null): GrowthPoint[] {
  return Object.entries(figures ?? {})
    .flatMap(([key, ms]) => {
      const n = KEY.exec(key)?.[1];
      return n === undefined ? [] : [{ n: Number(n), ms }];
    })
    .toSorted((a, b) => a.n - b.n);
}
