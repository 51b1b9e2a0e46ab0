/** The integer under `seed` in the free map of a request (spec 4.1), if an operation has no field for one; otherwise 0. */
export function readSeed(parameters: Readonly<Record<string, unknown>> | undefined): number {
  const seed = parameters?.['seed'];
  return Number.isSafeInteger(seed) ? (seed as number) : 0;
}
