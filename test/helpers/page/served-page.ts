import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { chromiumFlags, getChromium } from './chromium.ts';
import { startServe, type ServeOptions, type ServeProcess } from '../serve.ts';

/** The page of a running `serve` in a browser; `close()` ends both. */
export interface ServedPage {
  readonly page: Page;
  readonly origin: string;
  /** A link for another page. */
  readonly newLink: ServeProcess['newLink'];
  /** What the page complained about: thrown errors and console errors. */
  readonly problems: readonly string[];
  /** Warnings on its console, without those of the graphics driver. */
  readonly warnings: readonly string[];
  /** The process of `serve`. */
  readonly pid: number;
  /** The next code in the terminal that was not read yet. */
  readonly code: ServeProcess['code'];
  close(): Promise<void>;
}

/** Warnings of the graphics driver and of three about it, which depend on the computer and not on the page. */
const DRIVER_WARNING = /GL Driver Message|KHR_parallel_shader_compile extension not supported/;

const ACTION_TIMEOUT_MS = 60_000;

/** Collects from now on what a page complains about: thrown errors and console errors, and warnings on its console. */
export function collectProblems(page: Page): Pick<ServedPage, 'problems' | 'warnings'> {
  const problems: string[] = [];
  const warnings: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
    else if (message.type() === 'warning' && !DRIVER_WARNING.test(message.text())) warnings.push(message.text());
  });
  return { problems, warnings };
}

/** Starts `serve` with a home of its own and opens its page. */
export async function openServedPage(home: string, options: ServeOptions = {}): Promise<ServedPage> {
  const server = await startServe(home, options);
  let browser: Browser | null = null;
  try {
    browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
    const opened = browser;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // An action that finds nothing to act on fails by its name, and not by the limit of the whole test.
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const complaints = collectProblems(page);
    await page.goto(server.url);
    // Until main has told what is in the queue, the page shows neither the first view nor rows.
    await page.locator('main.empty, [role="row"]').first().waitFor();
    return {
      page,
      origin: new URL(server.url).origin,
      newLink: server.newLink,
      pid: server.pid,
      ...complaints,
      code: server.code,
      close: async () => {
        await opened.close();
        await server.stop();
      },
    };
  } catch (error) {
    await browser?.close();
    await server.stop();
    throw error;
  }
}

/** Chooses files with the page's file field, as a person does with Ctrl O; several are shown first, and added. */
export async function chooseFiles(page: Page, files: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  if (files.length > 1) await page.getByRole('button', { name: /^Add \d+ jobs?/ }).click();
}

/**
 * Lays the pointer where the next toast comes, as a person does who wants it to stay; what is then pressed by keyboard
 * leaves it there.
 */
export async function pointAtToasts(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width - 60, height - 60);
}

/** The row of a job by the name of its source. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** Names of the jobs from top to bottom, as the list shows them. */
export async function shownOrder(page: Page): Promise<string[]> {
  const rows = await page.locator('[role=row][id^=job-]').evaluateAll((elements) =>
    elements
      .map((element) => ({
        top: element.getBoundingClientRect().top,
        name: element.querySelector('.name')?.textContent.trim() ?? '',
      }))
      .sort((one, other) => one.top - other.top),
  );
  return rows.map(({ name }) => name);
}

/** Allows a change with the code in the terminal. */
export async function enterCode({ page, code }: Pick<ServedPage, 'page' | 'code'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm the change' });
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await code());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}
