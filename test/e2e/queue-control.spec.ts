import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import {
  chooseFiles,
  openServedPage,
  pointAtToasts,
  rowOf,
  shownOrder,
  type ServedPage,
} from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-control-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a paused queue is put in order, goes on when it is resumed, and a job is made again', async () => {
  const { page, problems } = served;
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('button', { name: 'Paused: Resume all' })).toBeVisible();

  const names = ['one.png', 'two.png', 'three.png', 'four.png'];
  // One after the other: they are in order by when they came.
  for (const name of names) {
    await chooseFiles(page, [await writeSampleImage(folder, name, 256)]);
    await expect(rowOf(page, name)).toContainText('Waiting');
  }
  await expect(page.getByText('The queue is paused.')).toBeVisible();
  await expect.poll(() => shownOrder(page)).toEqual(names);

  await rowOf(page, 'four.png').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shownOrder(page)).toEqual(['one.png', 'two.png', 'four.png', 'three.png']);
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect.poll(() => shownOrder(page)).toEqual(['four.png', 'one.png', 'two.png', 'three.png']);
  await expect(page.locator('[role=row][aria-selected=true]')).toBeFocused();

  // A browser ends the drag of an element that leaves the page.
  await page.evaluate(() => {
    addEventListener('dragstart', ({ target }) => {
      requestAnimationFrame(() => {
        document.body.dataset['dragged'] = String(target instanceof Node && target.isConnected);
      });
    });
  });
  await rowOf(page, 'two.png').dragTo(rowOf(page, 'four.png'), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(() => shownOrder(page)).toEqual(['two.png', 'four.png', 'one.png', 'three.png']);

  await expect(page.locator('body')).toHaveAttribute('data-dragged', 'true');
  // Waiting rows show their images, and a key that does nothing says why.
  await expect(rowOf(page, 'two.png').locator('img')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Cancel the job before you remove it.')).toBeVisible();

  await rowOf(page, 'three.png').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => shownOrder(page)).toEqual(['three.png', 'two.png', 'four.png', 'one.png']);
  await expect(page.getByRole('row', { name: 'three.png, waiting, free, high priority' })).toBeVisible();

  await rowOf(page, 'one.png').click();
  await page.keyboard.press('p');
  await expect(rowOf(page, 'one.png')).toContainText('paused by you');

  await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
  for (const name of ['two.png', 'three.png', 'four.png']) await expect(rowOf(page, name)).toContainText('Done');
  await expect(rowOf(page, 'one.png')).toContainText('Paused');
  await rowOf(page, 'one.png').click();
  await page.keyboard.press('p');
  await expect(rowOf(page, 'one.png')).toContainText('Done');

  await rowOf(page, 'two.png').click();
  await page.getByRole('button', { name: 'Generate again' }).click();
  await page.getByRole('menuitem', { name: 'New seeds' }).click();
  await expect(rowOf(page, 'two.png')).toHaveCount(2);
  for (const row of await rowOf(page, 'two.png').all()) await expect(row).toContainText('Done');
  expect(problems).toEqual([]);
});

test('cancelling and removing are undone, and asked about for more than twenty jobs, in both languages', async () => {
  const { page, problems } = served;
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await page.keyboard.press('Shift+P');
  const names = Array.from({ length: 21 }, (_, at) => `image-${at}.png`);
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 64 + at))));
  await expect(rowOf(page, 'image-0.png')).toContainText('Waiting');

  await pointAtToasts(page);
  await rowOf(page, 'image-0.png').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Cancel 21' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Cancel 21 jobs?' });
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(rowOf(page, 'image-0.png')).toContainText('Waiting');
  await page.getByRole('button', { name: 'Cancel 21' }).press('Enter');
  await question.getByRole('button', { name: 'Cancel 21 jobs' }).press('Enter');
  await expect(page.getByText('21 jobs cancelled.')).toBeVisible();
  await expect(rowOf(page, 'image-0.png')).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'image-0.png')).toContainText('Waiting');
  await expect(page.getByRole('button', { name: /^Waiting 21/ })).toBeVisible();

  await page.keyboard.press('Control+,');
  await page.getByRole('region', { name: 'Settings' }).getByRole('radio', { name: '简体中文' }).click();
  await page.keyboard.press('Escape');
  await rowOf(page, 'image-0.png').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: '取消 21 个' }).press('Enter');
  await page
    .getByRole('alertdialog', { name: '取消 21 个任务？' })
    .getByRole('button', { name: '取消 21 个任务' })
    .click();
  await expect(rowOf(page, 'image-0.png')).toContainText('已取消');
  await rowOf(page, 'image-0.png').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page
    .getByRole('alertdialog', { name: '将 21 个任务移到回收站？' })
    .getByRole('button', { name: '移到回收站' })
    .click();
  await expect(rowOf(page, 'image-0.png')).toHaveCount(0);
  await pointAtToasts(page);
  await page.getByRole('button', { name: '撤销' }).last().click();
  await expect(rowOf(page, 'image-0.png')).toContainText('已取消');
  expect(problems).toEqual([]);
});

test('a page shows what it was told while another answer is late', async () => {
  const page = (await served.page.context().browser()?.newPage()) as Page;
  let late: unknown = null;
  await page.routeWebSocket('**/*', (socket) => {
    const server = socket.connectToServer();
    const read = (message: string | Buffer) => JSON.parse(String(message)) as { id?: number; channel?: string };
    socket.onMessage((message) => {
      const { id, channel } = read(message);
      if (channel === 'deliveries:list') late = id;
      server.send(message);
    });
    server.onMessage((message) => {
      if (late === null || read(message).id !== late) socket.send(message);
    });
  });
  await page.goto(await served.newLink());
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Service: This computer, ready/ })).toBeVisible();
  await expect.poll(() => late).not.toBeNull();
});

test('models whose jobs were lost are found at the service and come home', async () => {
  const home = path.join(folder, 'home');
  await chooseFiles(served.page, [await writeSampleImage(folder, 'lost.png', 256)]);
  await expect(rowOf(served.page, 'lost.png')).toContainText('Done');
  await served.close();
  for (const name of ['queue.db', 'queue.db-wal', 'queue.db-shm', 'library']) {
    await rm(path.join(home, name), { recursive: true, force: true });
  }

  served = await openServedPage(home);
  const { page, problems } = served;
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await page.getByRole('button', { name: /^Service: This computer, ready/ }).click();
  await page.getByRole('button', { name: 'Models without a job…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Models without a job' });
  await expect(dialog).toContainText('Every task of this API key has a job here.');
  await dialog.getByRole('button', { name: 'Check now' }).click();
  const converted = dialog.getByRole('checkbox', { name: /^Select Convert/ });
  await expect(converted).toHaveCount(2);
  for (const box of await converted.all()) await box.click();
  await dialog.getByRole('button', { name: 'Download 1 model' }).click();
  await expect(rowOf(page, 'image_to_model')).toContainText('Done');
  await dialog.getByRole('button', { name: 'Dismiss 2' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('2 models dismissed.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('recipes are chosen by what they make, brought in after their changes were shown, and saved', async () => {
  const { page, problems } = served;
  const picker = page.getByRole('button', { name: /^Recipe:/ });
  await picker.click();
  await expect(page.getByRole('list', { name: 'Steps of Draft' })).toContainText('USDZ');
  await page.getByRole('radio', { name: 'AR', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Steps of AR' })).toContainText('USDZ');
  await page.getByRole('button', { name: 'More variants' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export…' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('ar.dropforge-recipe');
  const recipe = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;

  await chooseFiles(page, [await writeSampleImage(folder, 'mug.png', 256)]);
  await page.getByRole('button', { name: 'Add 2 jobs' }).click();
  for (const name of ['mug (1 of 2).png', 'mug (2 of 2).png']) {
    await expect(rowOf(page, name)).toContainText('Done');
    await expect(rowOf(page, name)).toContainText('AR ·');
  }

  const own = async (name: string): Promise<string> => {
    const file = path.join(folder, 'own.json');
    await writeFile(file, JSON.stringify({ ...recipe, id: 'my-own', name, version: 1 }));
    return file;
  };
  await chooseFiles(page, [await own('My own')]);
  await expect(picker).toHaveAccessibleName('Recipe: My own');
  await chooseFiles(page, [await own('My other')]);
  const dialog = page.getByRole('dialog', { name: 'Replace my-own?' });
  await expect(dialog).toContainText('Name: "My own" → "My other"');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(picker).toHaveAccessibleName('Recipe: My own');
  await chooseFiles(page, [await own('My other')]);
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(picker).toHaveAccessibleName('Recipe: My other');

  await page.reload();
  await expect(picker).toHaveAccessibleName('Recipe: My other');
  await expect(picker).toContainText('× 2');
  await writeFile(path.join(folder, 'own.json'), '{"dropforge_recipe": 1, "id": "my-own"}');
  await chooseFiles(page, [path.join(folder, 'own.json')]);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The recipe cannot be used.');
  expect(problems).toEqual([]);
});

test('a removal is undone by key after its message has left, and says so when the trash no longer has it', async () => {
  const { page, problems } = served;
  await chooseFiles(page, [await writeSampleImage(folder, 'late.png', 200)]);
  await expect(rowOf(page, 'late.png')).toContainText('Done');
  const removed = page.getByText('1 job moved to the trash. Exported files are kept.', { exact: true });
  const remove = async () => {
    await rowOf(page, 'late.png').focus();
    await page.keyboard.press('Delete');
    await expect(removed).toBeVisible();
    await expect(rowOf(page, 'late.png')).toHaveCount(0);
  };
  await pointAtToasts(page);
  await remove();

  // The focus keeps the message; it leaves on its own.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.mouse.move(0, 0);
  await expect(removed).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).blur();
  await expect(removed).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: 1 job moved to the trash.')).toBeVisible();
  await expect(rowOf(page, 'late.png')).toContainText('Done');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo.')).toBeVisible();

  await remove();
  await expect(removed).toHaveCount(0);
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('button', { name: /^Trash/ }).click();
  // An image that is still on its way when the trash is emptied is not found.
  const images = page.getByRole('list', { name: 'Trash' }).locator('img');
  const areLoaded = (all: Element[]): boolean =>
    all.length > 0 && all.every((each) => (each as HTMLImageElement).complete);
  await expect.poll(() => images.evaluateAll(areLoaded)).toBe(true);
  await page.getByRole('button', { name: 'Empty trash…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash', exact: true }).click();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 job could not be restored: no longer in the trash.')).toBeVisible();
  expect(problems).toEqual([]);
});
