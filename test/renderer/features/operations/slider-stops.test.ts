import { describe, expect, it } from 'vitest';
import { findStop, findStops } from '../../../../src-renderer/features/operations/slider-stops.ts';

describe('the stops of a slider', () => {
  it('are evenly spaced round numbers, with both ends', () => {
    const stops = findStops({ min: 500, max: 20_000 }, true);
    expect(stops.slice(0, 4)).toEqual([500, 600, 800, 1000]);
    expect(stops.at(-1)).toBe(20_000);
    expect(stops.length).toBeLessThan(110);
    expect(findStops({ min: 1, max: 3 }, true)).toEqual([1, 2, 3]);
  });

  it('go by factors where the range spans more than two decades', () => {
    const stops = findStops({ min: 48, max: 50_000 }, true);
    expect(stops.slice(0, 4)).toEqual([48, 50, 60, 80]);
    expect(stops).toContain(1000);
    expect(stops.at(-1)).toBe(50_000);
    for (const [index, stop] of stops.entries()) expect(stop / (stops[index - 1] ?? stop)).toBeLessThan(1.5);
    expect(findStops({ min: 1, max: 100 }, true)).toHaveLength(100);
    expect(findStops({ min: 1, max: 16_384 }, true).slice(0, 3)).toEqual([1, 2, 3]);
  });

  it('rise, stay within the range and are exact', () => {
    const ranges = [
      { min: 0, max: 1 },
      { min: -7, max: 13 },
      { min: 0.1, max: 9.7 },
      { min: 3, max: 100_000 },
    ];
    for (const range of ranges) {
      const stops = findStops(range, false);
      expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
      expect([stops[0], stops.at(-1)]).toEqual([range.min, range.max]);
    }
    expect(findStops({ min: 0, max: 1 }, false)).toContain(0.3);
  });

  it('are found by the nearest value', () => {
    expect(findStop([500, 600, 800], 690)).toBe(1);
    expect(findStop([500, 600, 800], 12_000)).toBe(2);
  });
});
