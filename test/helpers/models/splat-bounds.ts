import type { SplatCloud } from '../../../src-main/engine/files/splat/splat-cloud.ts';
import type { Box } from '../../../src-main/engine/base/document/world-box.ts';

/** The box around the middles of splats. */
export function splatBounds({ positions }: Pick<SplatCloud, 'positions'>): Box {
  const axis = (k: number) => positions.filter((_, i) => i % 3 === k);
  const end = (pick: 'min' | 'max', k: number) => axis(k).reduce((a, b) => Math[pick](a, b));
  return { min: [end('min', 0), end('min', 1), end('min', 2)], max: [end('max', 0), end('max', 1), end('max', 2)] };
}
