import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { drawShape } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-language-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('the language changes everywhere at once, stays, and follows the system until a person chooses', async () => {
  const { page, problems } = served;
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  const notes = path.join(folder, 'notes.png');
  // Its header and its end are right, so that only the job finds out.
  const image = await drawShape(128);
  await writeFile(notes, image.fill(0x55, 200, image.length - 40));
  await chooseFiles(page, [notes]);
  await expect(rowOf(page, 'notes.png')).toContainText('Failed');
  await expect(rowOf(page, 'notes.png')).toContainText('Incomplete file');
  await rowOf(page, 'notes.png').click();
  await expect(page.getByRole('alert')).toContainText('notes.png is truncated.');

  const settings = await openSettings(page, 'Settings');
  await settings.getByRole('radio', { name: '简体中文' }).click();
  // What is open changes too: nothing was loaded anew.
  const inChinese = page.getByRole('region', { name: '设置' });
  await expect(
    inChinese.getByRole('radiogroup', { name: '语言' }).getByRole('radio', { name: '跟随系统' }),
  ).toBeVisible();
  await expect(inChinese.getByRole('heading', { name: '输出', exact: true })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'zh-Hans');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'notes.png')).toContainText('失败');
  await expect(rowOf(page, 'notes.png')).toHaveAttribute('aria-label', 'notes.png，失败，免费');
  await expect(rowOf(page, 'notes.png')).toContainText('文件不完整');
  await expect(page.getByRole('alert')).toContainText('notes.png 不完整，结尾缺失。');
  await expect(page.getByRole('alert')).toContainText('重新复制或保存，然后重试。');
  await expect(page.getByRole('button', { name: '添加图像' })).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: '状态' })).toContainText('1 失败');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toContainText('全部暂停');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(rowOf(page, 'notes.png')).toContainText('文件不完整');
  await expect(html).toHaveAttribute('lang', 'zh-Hans');

  const again = await openSettings(page, '设置');
  await again.getByRole('radiogroup', { name: '语言' }).getByRole('radio', { name: '跟随系统' }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'notes.png')).toContainText('Incomplete file');

  const chinese = await page.context().browser()!.newContext({ locale: 'zh-CN' });
  const other = await chinese.newPage();
  await other.goto(await served.newLink());
  await expect(other.getByRole('button', { name: '添加图像' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await chinese.close();
  expect(problems).toEqual([]);
});

/** Opens the settings, by their name in the language of the page. */
async function openSettings(page: Page, name: string) {
  await page.keyboard.press('Control+,');
  const region = page.getByRole('region', { name });
  await expect(region).toBeVisible();
  return region;
}
