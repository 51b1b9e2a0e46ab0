import type { Lab } from '../../../base/color/oklab.ts';

/** Returns the squared distance of two OKLab colours; 0.02² is just noticeable. */
export function squaredDifference(p: Lab, q: Lab): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}

/** Returns the index of the colour nearest to `color`. */
export function findNearestColor(colors: readonly Lab[], color: Lab): number {
  let best = 0;
  for (let i = 1; i < colors.length; i++) {
    if (squaredDifference(colors[i]!, color) < squaredDifference(colors[best]!, color)) best = i;
  }
  return best;
}
