import { expect, test } from 'vitest';
import { createRenderCanvas } from '../../../../src-main/engine/base/render/canvas.ts';
import { visitFaces } from '../../../../src-main/engine/base/render/project-faces.ts';

const EDGE = 8;
/** Full images that one image may cost. */
const LAYERS = 1_024;

/** Triangles that cover the canvas, in front of each other; the last one is the nearest. */
function stack(count: number): { readonly indices: Uint32Array; readonly screen: Float32Array } {
  const layers = Array.from({ length: count }, (_, at) => (at + 1) / count);
  return {
    indices: Uint32Array.from({ length: 3 * count }, (_, at) => at),
    screen: Float32Array.from(layers.flatMap((near) => [0, 0, near, 0, 2 * EDGE, near, 2 * EDGE, 0, near])),
  };
}

/** Draws stacks on one canvas; answers the triangles that were visited of each, and the pixels of all. */
function draw(counts: readonly number[], pixelCost = 1) {
  const canvas = createRenderCanvas(EDGE);
  let pixels = 0;
  const visited = counts.map((count) => {
    const { indices, screen } = stack(count);
    const seen: number[] = [];
    visitFaces({ indices }, screen, false, canvas, pixelCost, (t, _area, left, top, right, bottom) => {
      seen.push(t / 3);
      pixels += (right - left + 1) * (bottom - top + 1);
    });
    return seen;
  });
  return { visited, pixels };
}

test('every triangle of a common model is drawn, in its order', () => {
  expect(draw([200, 100]).visited).toEqual([200, 100].map((count) => Array.from({ length: count }, (_, at) => at)));
});

test('of triangles that cover each other again and again, the nearest are drawn', () => {
  const { visited } = draw([100_000]);
  const [seen = []] = visited;
  expect(seen.length).toBeGreaterThan(LAYERS / 4);
  expect(seen).toContain(99_999);
  expect(Math.min(...seen)).toBeGreaterThan(100_000 - 2 * LAYERS);
});

test.each([1, 4])('the work on an image has a limit, however many primitives it has; cost of a pixel %i', (cost) => {
  const { pixels, visited } = draw(
    Array.from({ length: 50 }, () => 20_000),
    cost,
  );
  expect(pixels * cost).toBeLessThanOrEqual(LAYERS * EDGE * EDGE);
  expect(visited[0]?.length).toBeGreaterThan(LAYERS / 4 / cost);
});

test('triangles at one depth have the limit, too', () => {
  const canvas = createRenderCanvas(EDGE);
  const indices = new Uint32Array(3 * 100_000).map((_, at) => at % 3);
  let visits = 0;
  visitFaces({ indices }, stack(1).screen, false, canvas, 1, () => visits++);
  expect(visits).toBe(LAYERS / 2);
});
