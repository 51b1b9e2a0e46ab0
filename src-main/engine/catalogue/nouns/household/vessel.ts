/** Returns the profile of an open vessel that widens from its foot to its rim; all in metres. */
export function vessel(foot: number, rim: number, h: number, wall: number): (readonly [number, number])[] {
  return [
    [foot - wall, 0],
    [foot, wall],
    [rim, h - wall * 0.5],
    [rim - wall * 0.5, h],
    [rim - wall, h - wall * 0.5],
    [foot - wall, wall * 1.6],
    [0, wall * 1.6],
  ];
}
