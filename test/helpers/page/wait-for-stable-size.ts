import { expect } from '@playwright/test';

/** How often in a row a size is the same before it counts as final. */
const SAME = 3;

/** A size on the page, above 0, once it changes no more. */
export async function waitForStableSize(read: () => Promise<number>): Promise<number> {
  let [size, same] = [0, 0];
  await expect
    .poll(
      async () => {
        const now = await read();
        same = now > 0 && now === size ? same + 1 : 0;
        size = now;
        return same;
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(SAME);
  return size;
}
