import type { Lab } from '../../../base/color/oklab.ts';

/** How far two colours are apart, squared; 0.02² is just to be seen. */
export function squaredDifference(p: Lab, q: Lab): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}

/** The number of the nearest of some colours. */
export function findNearestColor(colors: readonly Lab[], color: Lab): number {
  let best = 0;
  for (let i = 1; i < colors.length; i++) {
    if (squaredDifference(colors[i]!, color) < squaredDifference(colors[best]!, color)) best = i;
  }
  return best;
}
