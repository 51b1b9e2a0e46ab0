import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ControlChoice } from '../../helpers/page/find-hidden-controls.ts';
import { rowOf } from '../../helpers/page/served-page.ts';
import type { PreparedFiles } from './prepare-home.ts';

const RENDERER = path.join(import.meta.dirname, '../../../src-renderer');

/** A view, or what opens over one: a dialog, sheet, popover or menu. */
export interface Surface {
  /** A view as its `main` is named in App.svelte, or the component that contains the overlay. */
  readonly name: string;
  /** What tells it from others of the same component. */
  readonly variant?: string;
  /** Opens it in English at 1440 px, starting from the queue; absent: it has a page of its own. */
  open?(page: Page, files: PreparedFiles): Promise<unknown>;
}

const VIEWS: readonly Surface[] = [
  { name: 'queue', open: (page) => select(page, 'lamp.png') },
  { name: 'queue', variant: 'failed job', open: (page) => select(page, 'broken.png') },
  { name: 'queue', variant: 'job to be confirmed', open: (page) => select(page, 'crate-0.png') },
  { name: 'gallery', open: (page) => goTo(page, 2, 'gallery') },
  { name: 'gallery', variant: 'comparison', open: compareInGallery },
  { name: 'recipes', open: openOwnRecipe },
  { name: 'folders', open: (page) => goTo(page, 4, 'folders') },
  { name: 'account', open: (page) => goTo(page, 5, 'account') },
  { name: 'operations', open: openOperation },
  { name: 'settings', open: openSettings },
  { name: 'empty' },
  { name: 'locked' },
];

const OVERLAYS: readonly Surface[] = [
  { name: 'CodeDialog', open: openCodeDialog },
  {
    name: 'SupportDialog',
    open: async (page) => {
      await run(page, 'settings: log');
      await page.getByRole('button', { name: /support/i }).click();
    },
  },
  { name: 'RecipeHeader', open: openRecipeMenu },
  {
    name: 'RecipeDialogs',
    variant: 'changes',
    open: async (page) => {
      await openRecipeMenu(page);
      await page.getByRole('menuitem', { name: 'Changes' }).click();
    },
  },
  {
    name: 'StepConnector',
    open: async (page) => {
      await openOwnRecipe(page);
      await page.getByRole('button', { name: 'Add step here' }).nth(1).click();
      await page.getByRole('menuitem', { name: 'Decimate' }).waitFor();
    },
  },
  {
    name: 'ReplaceRecipeDialog',
    open: (page, { recipes }) => page.locator('input[type=file]').first().setInputFiles(recipes[1]),
  },
  {
    name: 'OpenedRecipesDialog',
    open: (page, { recipes }) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'props.dropforge-recipe',
          mimeType: 'application/json',
          buffer: readFileSync(recipes[1]),
        }),
  },
  {
    name: 'AddToRecipe',
    open: async (page) => {
      await openOperation(page);
      await page.getByRole('button', { name: 'Add to recipe…' }).click();
    },
  },
  {
    name: 'ChainStepMenu',
    open: async (page) => {
      await openOwnRecipe(page);
      await page
        .getByRole('list', { name: 'Steps' })
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
    },
  },
  { name: 'ShortcutsDialog', open: (page) => page.keyboard.press('?') },
  { name: 'CommandPalette', open: (page) => page.keyboard.press('Control+k') },
  { name: 'FolderDialog', open: (page) => run(page, 'change output folder') },
  {
    name: 'HotFolderDialog',
    open: async (page) => {
      await goTo(page, 4, 'folders');
      await page.getByRole('button', { name: 'Settings for Props' }).click();
    },
  },
  { name: 'HotFolderDialog', variant: 'new', open: (page) => run(page, 'add hot folder') },
  { name: 'ViewerMaps', open: (page) => clickInViewer(page, /^Single map/) },
  { name: 'ViewerLight', open: (page) => clickInViewer(page, /^Light/) },
  { name: 'ViewerOutputs', open: (page) => clickInViewer(page, /original file\. Choose/) },
  {
    name: 'ViewerCompare',
    open: async (page) => {
      await showModel(page);
      await page.keyboard.press('c');
    },
  },
  {
    name: 'JobActions',
    variant: 'export',
    open: async (page) => {
      await select(page, 'lamp.png');
      await page.keyboard.press('e');
    },
  },
  {
    name: 'JobActions',
    variant: 'again',
    open: async (page) => {
      await select(page, 'lamp.png');
      await page
        .getByRole('complementary', { name: 'Details' })
        .getByRole('button', { name: 'Generate again' })
        .click();
    },
  },
  {
    name: 'ImportSettingsDialog',
    open: async (page) => {
      await goTo(page, 4, 'folders');
      const settings = page.getByRole('button', { name: /^Import settings/ });
      if ((await settings.count()) === 0) await page.getByRole('button', { name: /^Install bridge/ }).click();
      await settings.first().click();
    },
  },
  {
    name: 'LimitsDialog',
    open: async (page, { images }) => {
      await drop(page, images.slice(1));
      await page.getByRole('button', { name: 'Change limits…' }).click();
      await page.getByRole('dialog', { name: /limits/i }).waitFor();
    },
  },
  { name: 'ServicePopover', open: (page) => page.getByRole('button', { name: /^Service: / }).click() },
  {
    name: 'RemoveServiceDialog',
    open: async (page) => {
      await goTo(page, 5, 'account');
      await page.getByRole('list', { name: 'Services' }).getByText('studio').click();
      await page.getByRole('button', { name: 'Remove service…' }).click();
    },
  },
  { name: 'KeyDialog', open: (page) => run(page, 'api key…') },
  { name: 'ServiceDialog', open: (page) => openServiceDialog(page, 'Add service…') },
  {
    name: 'GeneratorDialog',
    open: async (page) => {
      await run(page, 'settings: generators');
      await page.getByRole('button', { name: 'Add generator…' }).click();
    },
  },
  {
    name: 'LicenseDialog',
    open: async (page) => {
      await run(page, 'settings: generators');
      await page.getByRole('button', { name: /^Install….*IS-Net/ }).click();
    },
  },
  {
    name: 'NetworkFileDialog',
    open: async (page) => {
      await run(page, 'settings: generators');
      await page.getByRole('button', { name: /^Use your own file….*Depth/ }).click();
    },
  },
  {
    name: 'RemoveNetworkDialog',
    open: async (page) => {
      await run(page, 'settings: generators');
      await page.getByRole('button', { name: /^Remove….*U²-Netp/ }).click();
    },
  },
  { name: 'ServiceForm', open: (page) => openServiceDialog(page, 'Use this service') },
  { name: 'GroupingMenu', open: (page) => page.getByRole('button', { name: /^Group by/ }).click() },
  {
    name: 'RepeatDialog',
    open: async (page) => {
      await select(page, 'lamp.png');
      await page.keyboard.press('Shift+R');
    },
  },
  {
    name: 'ResolveDialog',
    open: (page) => rowOf(page, 'unconfirmed.png').getByRole('button', { name: 'Send again…' }).click(),
  },
  {
    name: 'RenameDialog',
    open: async (page) => {
      await select(page, 'lamp.png');
      await page.keyboard.press('F2');
    },
  },
  { name: 'OrphanTasksDialog', open: (page) => run(page, 'models without') },
  {
    name: 'JobsQuestionDialog',
    open: async (page) => {
      await select(page, 'broken.png');
      await page.keyboard.press('Delete');
    },
  },
  { name: 'QueueGrid', open: (page) => rowOf(page, 'lamp.png').click({ button: 'right' }) },
  {
    name: 'ConfirmationDialog',
    open: async (page) => {
      await select(page, 'crate-0.png');
      await rowOf(page, 'crate-1.png').click({ modifiers: ['Control'] });
      await page.getByRole('button', { name: 'Confirm 2…' }).click();
    },
  },
  {
    name: 'BulkBar',
    open: async (page) => {
      await select(page, 'lamp.png');
      await rowOf(page, 'chair.png').click({ modifiers: ['Control'] });
      await page
        .getByRole('toolbar', { name: 'Actions for selected jobs' })
        .getByRole('button', { name: /^Export/ })
        .click();
    },
  },
  {
    name: 'GalleryGrid',
    open: async (page) => {
      await goTo(page, 2, 'gallery');
      await page.getByRole('option', { name: /lamp\.png/ }).click({ button: 'right' });
    },
  },
  { name: 'AssignDialog', open: (page) => assign(page, 'Collections…') },
  { name: 'CollectionsDialog', open: (page) => assign(page, 'Collections…') },
  { name: 'TagsDialog', open: (page) => assign(page, 'Tags…') },
  {
    name: 'CollectionDialog',
    open: async (page) => {
      await goTo(page, 2, 'gallery');
      await page.getByRole('button', { name: 'New collection' }).click();
    },
  },
  {
    name: 'CollectionFacets',
    open: async (page) => {
      await goTo(page, 2, 'gallery');
      await page.getByRole('button', { name: 'Actions for Client' }).click();
    },
  },
  {
    name: 'CleanUpDialog',
    open: async (page) => {
      await goTo(page, 2, 'gallery');
      await page.getByRole('button', { name: 'Clean up…' }).click();
    },
  },
  {
    name: 'EmptyTrashDialog',
    open: async (page) => {
      await goTo(page, 2, 'gallery');
      await page.getByRole('button', { name: /^Trash/ }).click();
      await page.getByRole('button', { name: 'Empty trash…' }).click();
    },
  },
  {
    name: 'OperationDialog',
    open: async (page) => {
      await openOperation(page);
      await page.getByRole('button', { name: /^Run \d/ }).click();
    },
  },
  { name: 'DropSheet', open: (page, { images }) => drop(page, images) },
  {
    name: 'SheetSlot',
    open: async (page, { images }) => {
      await drop(page, images);
      await page.getByRole('button', { name: 'Move fox_left.png', exact: true }).click();
    },
  },
  {
    name: 'SheetSingle',
    open: async (page, { images }) => {
      await drop(page, images);
      await page.getByRole('button', { name: 'Move boat.png', exact: true }).click();
    },
  },
  {
    name: 'MaskDialog',
    open: async (page, { images }) => {
      await drop(page, images);
      await page.getByRole('button', { name: 'Mask of boat.png…' }).click();
      await page.getByRole('application', { name: 'Mask, paint area' }).waitFor();
    },
  },
  { name: 'RecipePopover', open: (page) => page.getByRole('button', { name: /^Recipe:/ }).click() },
  {
    name: 'FormatsPopover',
    open: async (page) => {
      await run(page, 'use recipe: draft');
      await page.getByRole('button', { name: /^Output formats/ }).click();
    },
  },
];

/** Every view and everything that opens over one. */
export const SURFACES: readonly Surface[] = [...VIEWS, ...OVERLAYS];

/** Name and variant. */
export function describeSurface({ name, variant }: Surface): string {
  return variant === undefined ? name : `${name} (${variant})`;
}

/** False for views. */
export function isOverlay(surface: Surface): boolean {
  return OVERLAYS.includes(surface);
}

/** Views and overlays of the page as its sources name them. */
export function listSurfacesOfSources(): readonly string[] {
  const app = readFileSync(path.join(RENDERER, 'app/App.svelte'), 'utf8');
  const views = [...app.matchAll(/<main\s+class="work ?(\w*)"/g)].map(([, view]) => view || 'queue');
  const dialogs = readFileSync(path.join(RENDERER, 'app/OpenDialog.svelte'), 'utf8').matchAll(/^\s*<(\w+)/gm);
  const overlays = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svelte') && !file.startsWith('ui'))
    .filter((file) => OVERLAY.test(readFileSync(path.join(RENDERER, file), 'utf8')))
    .map((file) => path.basename(file, '.svelte'));
  const opened = [...dialogs].map(([, name]) => name ?? '').filter((name) => name !== 'script');
  return [...new Set([...views, ...opened, ...overlays])].toSorted();
}

/** What opens an overlay in a template. */
const OVERLAY =
  /<(?:(?:\w*Menu|Menubar|Popover|Dialog|AlertDialog|Select|Combobox|Tooltip)\.Root|Modal|ConfirmDialog|dialog)\b/;

/** An open dialog, sheet, popover or menu. */
export const OPEN_OVERLAY = '#overlays :is([role=dialog], [role=alertdialog], [role=menu], .popover)';

/** An open dialog or sheet. */
export const OPEN_DIALOG = '#overlays :is([role=dialog], [role=alertdialog]):not(.popover)';

/** Controls of the dialog that opened last. */
export const DIALOG_CONTROLS: ControlChoice = {
  within: OPEN_DIALOG,
  selector: 'button, input, select, textarea, a, [role=option]',
};

/** Closes everything that is open and goes back to the queue. */
export async function closeSurface(page: Page): Promise<void> {
  const overlays = page.locator(OPEN_OVERLAY);
  for (let times = 0; times < 3 && (await overlays.count()) > 0; times++) {
    await page.keyboard.press('Escape');
    await overlays
      .last()
      .waitFor({ state: 'detached', timeout: 1_000 })
      .catch(() => undefined);
  }
  await expect(overlays).toHaveCount(0);
  await page.keyboard.press('Shift+Digit1');
  // A job without a model: drawing one takes most of the time.
  await select(page, 'broken.png');
}

async function select(page: Page, name: string): Promise<void> {
  await rowOf(page, name).click();
  await expect(rowOf(page, name)).toHaveAttribute('aria-selected', 'true');
}

async function goTo(page: Page, digit: number, view: string): Promise<void> {
  await page.keyboard.press(`Shift+Digit${digit}`);
  await page.locator(`main.${view}`).waitFor();
}

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.locator('main.settings').waitFor();
}

/** Runs a command of the palette. */
async function run(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search or run a command' });
  await search.fill(words);
  await page.getByRole('option').first().click();
  await search.waitFor({ state: 'detached' });
}

async function drop(page: Page, images: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...images]);
  await page.getByRole('button', { name: /^Add \d+ jobs? \d/ }).waitFor();
}

async function showModel(page: Page): Promise<Locator> {
  await select(page, 'lamp.png');
  await page.locator('canvas[data-ready="true"]').waitFor();
  return page.getByRole('region', { name: 'Viewer' });
}

async function clickInViewer(page: Page, name: RegExp): Promise<void> {
  await (await showModel(page)).getByRole('button', { name }).click();
}

async function compareInGallery(page: Page): Promise<void> {
  await goTo(page, 2, 'gallery');
  await page.getByRole('option', { name: /lamp\.png/ }).click();
  await page.getByRole('option', { name: /chair\.png/ }).click({ modifiers: ['Control'] });
  await page
    .getByRole('region', { name: 'Compare two' })
    .getByRole('row', { name: /^Triangles/ })
    .waitFor();
}

/** Opens the tags or collections of two models. */
async function assign(page: Page, button: string): Promise<void> {
  await compareInGallery(page);
  await page.getByRole('toolbar', { name: 'Actions for selected jobs' }).getByRole('button', { name: button }).click();
}

async function openOwnRecipe(page: Page): Promise<void> {
  await goTo(page, 3, 'recipes');
  await page
    .getByRole('navigation', { name: 'Recipes' })
    .getByRole('button', { name: /^My own/ })
    .click();
  await page.getByText('Valid').waitFor();
}

async function openRecipeMenu(page: Page): Promise<void> {
  await openOwnRecipe(page);
  await page.getByRole('button', { name: 'Actions for My own' }).click();
}

async function openOperation(page: Page): Promise<void> {
  await select(page, 'lamp.png');
  await page.keyboard.press('Shift+O');
  await page
    .getByRole('region', { name: 'Operations', exact: true })
    .getByRole('button', { name: /^Decimate/ })
    .click();
  await page.getByRole('region', { name: 'Decimate' }).waitFor();
}

async function openServiceDialog(page: Page, button: string | RegExp): Promise<void> {
  await goTo(page, 5, 'account');
  await page.getByRole('button', { name: button }).last().click();
}

async function openCodeDialog(page: Page): Promise<void> {
  await openServiceDialog(page, 'Add service…');
  const dialog = page.getByRole('dialog', { name: 'Add service' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('second');
  await dialog.getByRole('textbox', { name: 'Region address' }).fill('http://127.0.0.1:10');
  await dialog.getByLabel('API key').fill('sk_not_a_real_key');
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await page.getByRole('dialog', { name: 'Confirm the change' }).waitFor();
}
