import type { Relief } from './inflate-coverage.ts';

/** Returns the number of whole layers (z = 0, 1, 2 … cells) strictly inside at a squared height; −1: outside. */
export function topLayer(squaredHeight: number): number {
  return squaredHeight > 0 ? Math.ceil(Math.sqrt(squaredHeight)) - 1 : -1;
}

/**
 * Returns a relief in which no two cells of a layer meet only at a corner: one of the two cells between them is raised
 * to the lower of the pair. Without this a surface net is not manifold there. Raises by less than a cell; O(cells).
 */
export function fixReliefDiagonals({ width, height, squaredHeights }: Relief): Relief {
  const u = squaredHeights.slice();
  const layers = Int16Array.from(u, topLayer);

  const raise = (index: number, layer: number): void => {
    layers[index] = layer;
    u[index] = layer * layer + 0.05 * (2 * layer + 1);
  };
  // Raising one corner can only affect its own neighbourhood, and only upwards, so this terminates.
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (let y = 0; y < height - 1; y++) {
      for (let x = 0; x < width - 1; x++) {
        const a = y * width + x;
        const [b, c, d] = [a + 1, a + width, a + width + 1];
        const down = Math.min(layers[a]!, layers[d]!);
        const up = Math.min(layers[b]!, layers[c]!);
        if (down > Math.max(layers[b]!, layers[c]!)) raise(layers[b]! >= layers[c]! ? b : c, down);
        else if (up > Math.max(layers[a]!, layers[d]!)) raise(layers[a]! >= layers[d]! ? a : d, up);
        else continue;
        isSettled = false;
      }
    }
  }
  return { width, height, squaredHeights: u };
}
