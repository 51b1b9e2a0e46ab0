import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect as expectSoon, type Page } from '@playwright/test';
import sharp from 'sharp';
import { encodeFrame } from '../../src-main/engine/show/video/encode-frame.ts';
import { writeWebm } from '../../src-main/engine/show/video/write-webm.ts';
import { LANGUAGE_TAGS, LANGUAGES, setLanguage } from '../../src-renderer/app/language/language.ts';
import { loadLanguage } from '../../src-renderer/app/language/load-language.ts';
import { TEXTS } from '../../src-renderer/app/language/texts.ts';
import { OPERATION_VIEW_TEXTS } from '../../src-renderer/features/operations/texts/operation-view-texts.ts';
import { OPERATION_VIEW_TEXTS_ZH } from '../../src-renderer/features/operations/texts/operation-view-texts.zh.ts';
import type { Language } from '../../src-shared/settings/pick-language.ts';
import { answerAsset, beat } from '../dcc/receipts/delivery-folder.ts';
import { openServedPage, rowOf } from '../helpers/page/served-page.ts';

// `npm run record`: plays a session in each language, from the first start to an undo, and checks what is on the screen at
// each step. Writes a film and its frames into .cache/record, and a contact sheet into assets/screenshots. Chinese needs a
// font of the system.
const SHEETS = path.resolve(import.meta.dirname, '../../assets/screenshots');
const FILMS = path.resolve(import.meta.dirname, '../../.cache/record');
const SAMPLES = path.resolve(import.meta.dirname, '../../assets/samples');
const SIZE = { width: 1440, height: 900 };
/** Of one frame in the contact sheet, which has three in a row. */
const SMALL = { width: 480, height: 300 };
const COLUMNS = 3;
const SECONDS_PER_FRAME = 2;
/** The jobs take their time on a slow computer. */
const expect = expectSoon.configure({ timeout: 60_000 });
/** Hue of each of ten images of a sample. */
const HUES = Array.from({ length: 10 }, (_, at) => at * 36);
const TARGET = 'blender@studio';
/** The version that the bridge was run with. */
const BLENDER = '3.4.1';

const LOCALES = { en: 'en-US', zh: 'zh-CN' } as const;

/** Words of the page that are not in its table of texts. */
const WORDS = {
  en: {
    operations: OPERATION_VIEW_TEXTS,
    done: 'Done',
    failed: 'Failed',
    delivered: 'Delivered',
    decimate: 'Decimate',
    faces: 'Face limit',
    run: /^Run \d/,
  },
  zh: {
    operations: OPERATION_VIEW_TEXTS_ZH,
    done: '已完成',
    failed: '失败',
    delivered: '已送达',
    decimate: '减面',
    faces: '面数上限',
    run: /^运行 \d/,
  },
} as const;

const { values } = parseArgs({ options: { language: { type: 'string' } } });
await mkdir(FILMS, { recursive: true });
for (const language of LANGUAGES) {
  if (values.language === undefined || values.language === language) await record(language);
}

async function record(language: Language): Promise<void> {
  await loadLanguage(language);
  setLanguage(language);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dropforge-record-'));
  // The film names no program of this computer.
  const served = await openServedPage(path.join(folder, 'me'), { env: { HOME: folder, PATH: folder } });
  try {
    const context = await served.page.context().browser()!.newContext({ locale: LOCALES[language], viewport: SIZE });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message, stack }) => problems.push(stack ?? message));
    await page.goto(await served.newLink());
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[language]);
    const frames: Buffer[] = [];
    const show = async (): Promise<void> => {
      frames.push(await takeFrame(page));
    };
    await play({ page, folder, show, words: WORDS[language] }).catch(async (error: unknown) => {
      await page.screenshot({ path: path.join(FILMS, `failed-${language}.png`) });
      console.error(problems.join('\n'));
      throw error;
    });
    expect(problems).toEqual([]);
    await writeFilm(frames, language);
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

interface Session {
  readonly page: Page;
  readonly folder: string;
  readonly words: (typeof WORDS)[Language];
  /** Adds what is on the screen to the film. */
  show(): Promise<void>;
}

async function play(session: Session): Promise<void> {
  await startUp(session);
  await dropImages(session);
  await waitForJobs(session);
  await operate(session);
  await exportToBlender(session);
  await undo(session);
}

/** The first start; then rehearsal mode, in which this computer charges test credits, and a daily limit. */
async function startUp({ page, show }: Session): Promise<void> {
  await expect(page.getByText(TEXTS.onboarding.title)).toBeVisible();
  await expect(page.getByText(TEXTS.targets.finding)).toHaveCount(0);
  await show();
  await page.keyboard.press('Control+,');
  await page.getByRole('checkbox', { name: TEXTS.settings.general.rehearsal }).click();
  await expect(page.getByText('1,000.00')).toBeVisible();
  const limit = page.getByRole('textbox', { name: TEXTS.spending.limits.perDay, exact: true });
  await limit.fill('700');
  await limit.press('Tab');
  await expect(limit).toHaveValue('700.00');
  await expect(page.getByRole('contentinfo')).toContainText('700.00');
  await show();
  await page.keyboard.press('Escape');
}

/** Thirty images are dropped; the plan exceeds the limit, and the nearest way out is taken. */
async function dropImages({ page, folder, show }: Session): Promise<void> {
  const files = await writeImages(folder);
  const client = await page.context().newCDPSession(page);
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> => {
    const data = { items: [], files, dragOperationsMask: 1 };
    await client.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data });
  };
  await drag('dragEnter');
  await drag('dragOver');
  await expect(page.getByText(TEXTS.create.drop.body)).toBeVisible();
  await show();
  await drag('drop');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('3,600.00');
  const ways = sheet.getByRole('list', { name: TEXTS.sheet.ways.title });
  await expect(ways.getByRole('button', { name: new RegExp(`^${TEXTS.sheet.ways.fewer(5)}`) })).toBeVisible();
  await show();
  await ways.getByRole('button', { name: new RegExp(`^${TEXTS.sheet.ways.fewer(5)}`) }).click();
  await expect(sheet.getByRole('button', { name: new RegExp(`^${TEXTS.sheet.add(5)}`) })).toBeEnabled();
  await show();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'fox-01.png')).toBeVisible();
  await show();
}

/** Four of the jobs finish; one fails, and says why and what it cost. */
async function waitForJobs({ page, show, words }: Session): Promise<void> {
  for (const name of ['fox-01', 'fox-03', 'fox-04', 'fox-05'])
    await expect(rowOf(page, `${name}.png`)).toContainText(words.done);
  await expect(rowOf(page, 'fox-02.png')).toContainText(words.failed);
  await rowOf(page, 'fox-02.png').click();
  await expect(page.getByRole('alert')).toContainText('fox-02.png');
  await show();
  await rowOf(page, 'fox-01.png').click();
  await page.locator('canvas[data-ready="true"]').waitFor();
  await show();
}

/** A finished model gets fewer faces, after a question about the price, and both are compared. */
async function operate({ page, show, words }: Session): Promise<void> {
  await page.keyboard.press('Shift+O');
  const list = page.getByRole('region', { name: words.operations.title, exact: true });
  await list.getByRole('button', { name: new RegExp(`^${words.decimate}`) }).click();
  const form = page.getByRole('region', { name: words.decimate });
  await form.getByRole('textbox', { name: words.faces }).fill('900');
  await expect(form.getByRole('button', { name: words.run })).toBeEnabled();
  await show();
  await form.getByRole('button', { name: words.run }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('fox-01.png');
  await show();
  await question.getByRole('button', { name: words.run }).click();
  const viewer = page.getByRole('region', { name: TEXTS.viewer.pane.name });
  await expect(viewer.getByRole('slider')).toBeVisible();
  await show();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('main:not(.operations)').waitFor();
  await page.keyboard.press('Shift+Digit1');
  await rowOf(page, 'fox-01.png').click();
  await page.keyboard.press('w');
  await show();
}

/** Writes the receipt that the bridge in Blender would write: no Blender runs here. */
async function exportToBlender({ page, folder, show, words }: Session): Promise<void> {
  const exports = path.join(folder, 'me/export');
  await rowOf(page, 'fox-03.png').click();
  await page.keyboard.press('e');
  await page.getByRole('menu').waitFor();
  await show();
  await page.keyboard.press('Escape');
  beat(exports, TARGET, { host: 'studio', programVersion: BLENDER });
  const asset = await findAsset(exports, 'fox-03');
  const importedAt = new Date().toISOString();
  answerAsset(exports, asset, TARGET, {
    ...{ programVersion: BLENDER, file: null, dimensions: null, seconds: 0.42, importedAt },
  });
  await expect(rowOf(page, 'fox-03.png')).toContainText(words.delivered);
  await expect(rowOf(page, 'fox-03.png')).toContainText('Blender 3.4');
  await show();
  await page.keyboard.press('Shift+Digit4');
  const exported = page.getByRole('listitem').filter({ hasText: 'fox-03.png' });
  await expect(exported.filter({ hasText: 'Blender 3.4' }).first()).toBeVisible();
  await show();
  await page.keyboard.press('Shift+Digit1');
}

/** A job goes to the trash and comes back. */
async function undo({ page, show, words }: Session): Promise<void> {
  await rowOf(page, 'fox-05.png').click();
  await page.mouse.move(SIZE.width - 60, SIZE.height - 60);
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'fox-05.png')).toHaveCount(0);
  await expect(page.getByRole('button', { name: TEXTS.queue.removed.undo, exact: true })).toBeVisible();
  await show();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'fox-05.png')).toContainText(words.done);
  await show();
}

/** Ten images of each sample, in other colours; the second cannot be read, which only its job finds out. */
async function writeImages(folder: string): Promise<string[]> {
  const images = path.join(folder, 'Pictures');
  await mkdir(images, { recursive: true });
  const files: string[] = [];
  for (const sample of ['fox', 'mug', 'rocket']) {
    for (const [at, hue] of HUES.entries()) {
      const file = path.join(images, `${sample}-${String(at + 1).padStart(2, '0')}.png`);
      const image = await sharp(path.join(SAMPLES, `${sample}.png`))
        .modulate({ hue })
        .png()
        .toBuffer();
      if (files.length === 1) image.fill(0x55, 2_000, image.length - 40);
      await writeFile(file, image);
      files.push(file);
    }
  }
  return files;
}

/** The id of the asset whose folder has this name. */
async function findAsset(exports: string, name: string): Promise<string> {
  const folder = (await readdir(exports)).find((each) => each === name);
  if (folder === undefined) throw new Error(`${name} was not exported.`);
  const manifest = JSON.parse(await readFile(path.join(exports, folder, 'dropforge.json'), 'utf8')) as { id: string };
  return manifest.id;
}

async function takeFrame(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  for (const text of [TEXTS.viewer.pane.loading, TEXTS.viewer.compare.loading, TEXTS.viewer.preview.pending])
    await page.getByText(text).waitFor({ state: 'detached' });
  await page.locator('canvas[data-still="false"]').waitFor({ state: 'detached' });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function writeFilm(frames: readonly Buffer[], language: Language): Promise<void> {
  const encoded = await Promise.all(
    frames.map(async (frame) => {
      const { data, info } = await sharp(frame).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return encodeFrame({ width: info.width, height: info.height, data });
    }),
  );
  const film = path.join(FILMS, `session-${language}.webm`);
  await writeFile(film, writeWebm(encoded, { ...SIZE, framesPerSecond: 1 / SECONDS_PER_FRAME }));
  for (const [at, frame] of frames.entries()) await writeFile(path.join(FILMS, `session-${language}-${at}.png`), frame);
  const small = await Promise.all(frames.map((frame) => sharp(frame).resize(SMALL).toBuffer()));
  const rows = Math.ceil(small.length / COLUMNS);
  const sheet = path.join(SHEETS, `session-${language}.webp`);
  await sharp({
    create: { width: COLUMNS * SMALL.width, height: rows * SMALL.height, channels: 3, background: '#181818' },
  })
    .composite(
      small.map((input, at) => ({
        input,
        left: (at % COLUMNS) * SMALL.width,
        top: Math.floor(at / COLUMNS) * SMALL.height,
      })),
    )
    .webp({ quality: 80 })
    .toFile(sheet);
  console.log(`${film}\n${sheet}`);
}
