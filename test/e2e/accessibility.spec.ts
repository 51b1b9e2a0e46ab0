import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { openServedPage, pointAtToasts, rowOf } from '../helpers/page/served-page.ts';
import { findCutControls, findUnreachableControls } from '../helpers/page/find-hidden-controls.ts';
import { APPEARANCES, FIRST, ZOOMED, type Appearance } from './accessibility/appearances.ts';
import { prepareHome, type PreparedFiles } from './accessibility/prepare-home.ts';
import {
  closeSurface,
  DIALOG_CONTROLS,
  describeSurface,
  isOverlay,
  listSurfacesOfSources,
  OPEN_DIALOG,
  OPEN_OVERLAY,
  SURFACES,
  type Surface,
} from './accessibility/surfaces.ts';

/** Where Godot keeps the list of its projects, as far as that can be another place than the person's own. */
const isGodotMovable = process.platform === 'linux';
/** In how many appearances each surface is checked; `npm run test:long` checks all. */
const COUNT = Math.min(Number(process.env['ACCESSIBILITY_APPEARANCES'] ?? 1), APPEARANCES.length);

/** Other ones for each surface; neither 9 nor 5 has a divisor in common with 56, so that each comes up, and once. */
function appearancesOf(index: number): readonly Appearance[] {
  return Array.from({ length: COUNT }, (_, at) => APPEARANCES[(index * 9 + at * 5) % APPEARANCES.length]!);
}

test('every view, dialog and menu of the sources is listed', () => {
  expect([...new Set(SURFACES.map(({ name }) => name))].toSorted()).toEqual(listSurfacesOfSources());
  expect(SURFACES.length).toBeGreaterThanOrEqual(APPEARANCES.length);
});

test('axe finds nothing in any view, dialog or menu, at any width, theme, zoom and language, and each control of a dialog is in reach at 400 %', async () => {
  // Only what hangs meets it: seventy surfaces take five minutes on a slow computer.
  test.setTimeout(1_200_000 * COUNT);
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-axe-'));
  // A project for import settings; no program of this computer.
  await writeGodotProject(folder);
  const env = { HOME: folder, PATH: folder, XDG_DATA_HOME: path.join(folder, 'data') };
  const files = await prepareHome(folder);
  await mkdir(path.join(folder, 'new'));
  await writeFile(path.join(folder, 'new/config.json'), '{"theme":"system"}');
  const served = await openServedPage(path.join(folder, 'home'), { env });
  const fresh = await openServedPage(path.join(folder, 'new'), { env });
  try {
    const { page } = served;
    const locked = await (await page.context().browser()!.newContext()).newPage();
    await locked.goto(served.origin);
    const own: Readonly<Record<string, Page>> = { empty: fresh.page, locked };
    await prepareQueue(page, files.recipes[0]);
    for (const [index, surface] of SURFACES.entries()) {
      if (surface.name === 'ImportSettingsDialog' && !isGodotMovable) continue;
      const shown = own[surface.name] ?? page;
      await test.step(describeSurface(surface), () => checkSurface(shown, surface, appearancesOf(index), files));
    }
  } finally {
    await fresh.close();
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

async function checkSurface(
  page: Page,
  surface: Surface,
  appearances: readonly Appearance[],
  files: PreparedFiles,
): Promise<void> {
  await surface.open?.(page, files);
  if (isOverlay(surface)) await page.locator(OPEN_OVERLAY).first().waitFor();
  for (const appearance of appearances) {
    await showAs(page, appearance);
    if (isOverlay(surface)) {
      // A menu is hidden while what opened it is scrolled out of view.
      await page.evaluate(() => {
        document.querySelector('#app [aria-haspopup][aria-expanded="true"]')?.scrollIntoView({ block: 'center' });
      });
      await expect(page.locator(OPEN_OVERLAY).first()).toBeVisible();
    }
    const shown = `${describeSurface(surface)}: ${JSON.stringify(appearance)}`;
    expect.soft(await findAccessibilityViolations(page), shown).toEqual([]);
  }
  // What opens a menu may be folded there, and a menu covers its dialog; views are checked at more widths by themselves.
  if ((await page.locator(OPEN_DIALOG).count()) > 0 && (await page.getByRole('menu').count()) === 0) {
    await showAs(page, ZOOMED);
    const zoomed = `${describeSurface(surface)} at 400 %`;
    expect.soft(await findCutControls(page, DIALOG_CONTROLS), zoomed).toEqual([]);
    expect.soft(await findUnreachableControls(page, DIALOG_CONTROLS), zoomed).toEqual([]);
  }
  await showAs(page, FIRST);
  if (surface.open) await closeSurface(page);
}

/** Changes how the open page is shown; what is open stays open. */
async function showAs(page: Page, { size, theme, language }: Appearance): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.emulateMedia(theme);
  await page.setViewportSize(size);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
  await page.evaluate(() => dispatchEvent(new Event('languagechange')));
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'en-US' ? 'en' : 'zh-Hans');
  await session.detach();
  // The page follows the system in the next frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
}

/** Puts one job into the trash, imports a recipe, and creates a collection. */
async function prepareQueue(page: Page, recipe: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Props: 2 jobs need confirmation.' })).toBeVisible();
  await pointAtToasts(page);
  await rowOf(page, 'removed.png').click();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'removed.png')).toHaveCount(0);
  await page.locator('input[type=file]').first().setInputFiles(recipe);
  await expect(page.getByRole('button', { name: /^Recipe: My own/ })).toBeVisible();
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Client');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Actions for Client' }).waitFor();
  // The collection is listed before its dialog is closed, and an open dialog keeps the keys of the views to itself.
  await closeSurface(page);
}

/** A project that Godot remembers. */
async function writeGodotProject(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'Orchard'));
  await writeFile(path.join(folder, 'Orchard/project.godot'), '');
  await mkdir(path.join(folder, 'data/godot'), { recursive: true });
  await writeFile(path.join(folder, 'data/godot/projects.cfg'), `[${path.join(folder, 'Orchard')}]\n`);
}
