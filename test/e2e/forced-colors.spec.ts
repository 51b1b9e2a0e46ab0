import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/page/served-page.ts';

/** The colour at the left edge of an element, inside its border and before its content. */
async function groundOf(element: Locator): Promise<string> {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + 4) * info.channels;
  return [...data.subarray(at, at + 3)].join(' ');
}

test('in forced colours, what is selected, pressed or current differs from the rest', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-forced-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  try {
    const names = ['lamp.png', 'chair.png'];
    await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 128 + at))));
    for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
    await page.locator('canvas[data-ready="true"]').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await rowOf(page, 'lamp.png').click();
      await expect(rowOf(page, 'lamp.png')).toHaveAttribute('aria-selected', 'true');
      const filters = page.getByRole('group', { name: 'Filter', exact: true });
      const views = page.getByRole('navigation', { name: 'Views' });
      const tools = page.getByRole('toolbar', { name: 'View', exact: true });
      const pairs: Readonly<Record<string, readonly [Locator, Locator]>> = {
        'a view': [views.getByRole('button', { name: 'Queue' }), views.getByRole('button', { name: 'Gallery' })],
        'a filter': [filters.getByRole('button', { name: /^All/ }), filters.getByRole('button', { name: /^Active/ })],
        'a row': [rowOf(page, 'lamp.png'), rowOf(page, 'chair.png')],
        'a tool': [tools.locator('[aria-pressed="true"]').first(), tools.locator('[aria-pressed="false"]').first()],
      };
      for (const [what, [chosen, other]] of Object.entries(pairs))
        expect.soft(await groundOf(chosen), `${what} in ${colorScheme}`).not.toBe(await groundOf(other));
      expect.soft(await findAccessibilityViolations(page), colorScheme).toEqual([]);
    }
    await page.keyboard.press('Shift+Digit2');
    const options = page.getByRole('listbox', { name: 'Models' }).getByRole('option');
    await options.first().click();
    expect(await groundOf(options.first())).not.toBe(await groundOf(options.nth(1)));
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
