import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/**
 * Rules that axe leaves out unless they are asked for: names that contain the visible text (WCAG 2.2, 2.5.3), and sizes of
 * targets (2.5.8). The other ones of that kind are AAA, or experiments that reject focusable rows and separators, which
 * the patterns of ARIA require.
 */
const [NAMES, SIZES] = ['label-content-name-mismatch', 'target-size'] as const;

/** What axe finds wrong with a page as it stands, each with the first element it is about; empty: nothing. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's policy does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'));
  // What fades in has little contrast for a moment.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  const violations = await page.evaluate(
    async ([names, sizes]) => {
      const { axe } = window as unknown as { axe: { run(context: Element, options: object): Promise<Found> } };
      const rules = { [names]: { enabled: true } };
      const found = await axe.run(document.documentElement, { rules, resultTypes: ['violations'] });
      // What a menu covers in part is no target as long as the menu is open.
      const overlays = document.querySelector('#overlays:has(*)') ?? document.documentElement;
      const small = await axe.run(overlays, { runOnly: [sizes], resultTypes: ['violations'] });
      return [...found.violations, ...small.violations];
    },
    [NAMES, SIZES] as const,
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)}`);
}
