import type { Mask, PixelBox } from '../../base/image/mask.ts';
import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { HalfSurface } from './relief-surface.ts';

/** Search steps per pixel. */
const STEPS_PER_PIXEL = 4;
/** Search distance in both directions, cells. */
const MAX_DISTANCE = 1.5;
/** Half coverage, in bytes. */
const HALF = 127.5;

/**
 * Moves the outline of a half body, in place, from its position on the coarse grid to where the mask has half coverage,
 * which restores tips and corners blunted by averaging. `box` is the part of the mask that the grid covers. Vertices
 * without such a position within 1.5 cells stay. O(outline).
 */
export function snapOutline({ positions, isRim }: HalfSurface, grid: CoverageGrid, mask: Mask, box: PixelBox): void {
  // If thin parts survive only at a lower threshold, half coverage is not where they end.
  if (grid.outline !== 0.5) return;
  const scaleX = box.width / (grid.width - 2 * grid.padding);
  const scaleY = box.height / (grid.height - 2 * grid.padding);
  const coverageAt = (x: number, y: number): number =>
    sampleMask(
      mask,
      box.left + (x - grid.padding + 0.5) * scaleX - 0.5,
      box.top + box.height - (y - grid.padding + 0.5) * scaleY - 0.5,
    );
  const step = 1 / (STEPS_PER_PIXEL * Math.max(scaleX, scaleY));
  const steps = Math.ceil(MAX_DISTANCE / step);

  for (let v = 0; v < isRim.length; v++) {
    if (!isRim[v]) continue;
    const [x, y] = [positions[3 * v]!, positions[3 * v + 1]!];
    const [nx, ny] = outwardAt(grid, x, y);
    if (nx === 0 && ny === 0) continue;
    const at = (k: number): number => coverageAt(x + k * step * nx, y + k * step * ny);
    const isInside = at(0) > HALF;
    const direction = isInside ? 1 : -1;
    for (let k = 1; k <= steps; k++) {
      const value = at(direction * k);
      if (value > HALF === isInside) continue;
      const before = at(direction * (k - 1));
      const distance = direction * step * (k - 1 + (before - HALF) / (before - value));
      positions[3 * v] = x + distance * nx;
      positions[3 * v + 1] = y + distance * ny;
      break;
    }
  }
}

/** Returns the unit direction of falling coverage, from the four cells around a point; zero if it is constant. */
function outwardAt({ width, values }: CoverageGrid, x: number, y: number): [number, number] {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - column, y - row];
  const i = row * width + column;
  const [a, b, c, d] = [values[i]!, values[i + 1]!, values[i + width]!, values[i + width + 1]!];
  const across = (1 - fy) * (a - b) + fy * (c - d);
  const up = (1 - fx) * (a - c) + fx * (b - d);
  const length = Math.hypot(across, up);
  return length > 1e-6 ? [across / length, up / length] : [0, 0];
}

/** Interpolates the coverage bilinearly; beyond the edge of the image it is 0. */
function sampleMask({ width, height, data }: Mask, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - column, y - row];
  const at = (u: number, v: number): number => (u >= 0 && v >= 0 && u < width && v < height ? data[v * width + u]! : 0);
  const above = (1 - fx) * at(column, row) + fx * at(column + 1, row);
  const below = (1 - fx) * at(column, row + 1) + fx * at(column + 1, row + 1);
  return (1 - fy) * above + fy * below;
}
