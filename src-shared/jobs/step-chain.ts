/**
 * The index of a step and of those whose results it used, the newest first. In a damaged record a step may name itself or
 * a later one: the chain ends there.
 */
export function listChain(steps: readonly { readonly from: number | null }[], start: number): number[] {
  const chain = [start];
  for (let at = start; ;) {
    const from = steps[at]?.from ?? null;
    if (from === null || from >= at) return chain;
    chain.push(from);
    at = from;
  }
}
