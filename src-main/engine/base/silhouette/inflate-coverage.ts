import type { CoverageGrid } from './coverage-grid.ts';

/** A relief that is symmetric about z = 0: the solid where z² < squared height, in cells. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  /** Squared half thickness per cell centre, cells²; ≤ 0 outside, where it encodes the distance to the outline. */
  readonly squaredHeights: Float32Array;
}

const OVER_RELAXATION = 1.85;
const FINEST_ROUNDS = 40;
const COARSE_ROUNDS = 60;
const COARSEST_EDGE = 16;
/** Minimum distance of the outline from a covered cell's centre, which keeps the solver well conditioned. */
const MIN_GAP = 0.1;
const FAR_OUTSIDE = -1e6;

/**
 * Inflates a silhouette like a balloon: solves Δu = −4 inside with u = 0 on the outline and uses √u as half the
 * thickness, so that a disc becomes exactly a ball and a strip an elliptic bar.
 *
 * The outline runs between cell centres according to the coverage (a fractional distance in the stencil, after Shortley
 * and Weller), which removes the grid's stair steps. Red-black over-relaxation from coarse to fine; 150 × 150 cells
 * take about 15 ms. Source of the idea: Igarashi's Teddy (1999), as a Poisson problem.
 */
export function inflateCoverage(grid: CoverageGrid): Relief {
  const levels = [{ width: grid.width, height: grid.height, values: grid.values }];
  for (;;) {
    const last = levels.at(-1)!;
    if (Math.min(last.width, last.height) <= COARSEST_EDGE) break;
    levels.push(halve(last));
  }

  let coarse: { readonly level: Level; readonly u: Float32Array } | null = null;
  for (const level of levels.toReversed()) {
    const u = new Float32Array(level.values.length);
    if (coarse) spreadGuess(coarse.level, coarse.u, level, u);
    relax(level, u, grid.outline, level === levels[0] ? FINEST_ROUNDS : COARSE_ROUNDS);
    coarse = { level, u };
  }
  const squaredHeights = coarse!.u;
  extendOutside(levels[0]!, squaredHeights, grid.outline);
  return { width: grid.width, height: grid.height, squaredHeights };
}

interface Level {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function halve({ width, height, values }: Level): Level {
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const out = new Float32Array(w * h);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[(y >> 1) * w + (x >> 1)]! += values[y * width + x]! / 4;
  }
  return { width: w, height: h, values: out };
}

function spreadGuess(from: Level, coarse: Float32Array, to: Level, fine: Float32Array): void {
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      // A cell of the coarse level is two wide, so its squared heights count four times.
      fine[y * to.width + x] = 4 * coarse[(y >> 1) * from.width + (x >> 1)]!;
    }
  }
}

/** Returns the distance from a covered cell's centre to the outline towards an uncovered neighbour, in cells. */
function gap(inside: number, outside: number, outline: number): number {
  return Math.max(MIN_GAP, (inside - outline) / (inside - outside));
}

function relax({ width, height, values }: Level, u: Float32Array, outline: number, rounds: number): void {
  // Sum of the stencil's weights; 0 marks an uncovered cell, whose u stays 0.
  const weights = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const own = values[i]!;
      const isInner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
      if (!isInner || own <= outline) {
        u[i] = 0;
        continue;
      }
      let sum = 0;
      for (const other of [values[i - 1]!, values[i + 1]!, values[i - width]!, values[i + width]!]) {
        sum += other > outline ? 1 : 1 / gap(own, other, outline);
      }
      weights[i] = sum;
    }
  }
  for (let half = 0; half < 2 * rounds; half++) {
    for (let y = 1; y < height - 1; y++) {
      const row = y * width;
      for (let i = row + 1 + ((y + half) & 1); i < row + width - 1; i += 2) {
        const weight = weights[i]!;
        if (weight === 0) continue;
        const target = (u[i - 1]! + u[i + 1]! + u[i - width]! + u[i + width]! + 4) / weight;
        u[i] = Math.max(1e-4, u[i]! + OVER_RELAXATION * (target - u[i]!));
      }
    }
  }
}

/**
 * Extrapolates u linearly across the outline, so that it is zero exactly there between a covered cell and its
 * neighbour.
 */
function extendOutside({ width, height, values }: Level, u: Float32Array, outline: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const isInner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
      if (isInner && values[i]! > outline) continue;
      let sum = 0;
      let count = 0;
      const extrapolate = (n: number): void => {
        if (values[n]! <= outline) return;
        const distance = gap(values[n]!, values[i]!, outline);
        sum -= (u[n]! * (1 - Math.min(distance, 0.9))) / distance;
        count++;
      };
      if (x > 0) extrapolate(i - 1);
      if (x < width - 1) extrapolate(i + 1);
      if (y > 0) extrapolate(i - width);
      if (y < height - 1) extrapolate(i + width);
      u[i] = count > 0 ? Math.min(-1e-4, sum / count) : FAR_OUTSIDE;
    }
  }
}
