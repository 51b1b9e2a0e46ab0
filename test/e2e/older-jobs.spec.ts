import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { RECENT_JOBS } from '../../src-main/queue/job-list/job-memory.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { buildJob } from '../helpers/job-records.ts';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { rowOf } from '../helpers/page/served-page.ts';
import { startServe } from '../helpers/serve.ts';

/** More than one reply brings. */
const OLDER = 600;

test('a long queue starts with its last jobs, shows older ones on request, and finds the one that a job is based on', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-older-'));
  const home = path.join(folder, 'home');
  fillQueue(home, RECENT_JOBS + OLDER);
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  const server = await startServe(home);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.url);
    const grid = page.getByRole('grid', { name: 'Jobs' });
    const filters = page.getByRole('group', { name: 'Filter' });
    const older = grid.getByRole('button', { name: 'Show older' });
    const toEnd = () => grid.evaluate((list) => (list.scrollTop = list.scrollHeight));

    // The newest job is selected, and its origin is read.
    const origins = page.getByRole('list', { name: 'Based on, oldest first' });
    await expect(origins.getByRole('button', { name: 'first.png' })).toBeVisible();
    await expect(origins).not.toContainText('removed job');
    await expect(filters).toContainText(`Done${RECENT_JOBS + 1}`);

    for (const listed of [RECENT_JOBS + 501, RECENT_JOBS + OLDER]) {
      await toEnd();
      await older.click();
      await expect(filters).toContainText(`Done${listed}`);
    }
    await expect(older).toBeHidden();
    await toEnd();
    await expect(rowOf(page, 'first.png')).toBeVisible();
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Saves finished jobs without files; the last is based on the first. */
function fillQueue(home: string, jobs: number): void {
  const store = openQueueStore(home);
  const job = buildJob({ status: 'done', steps: [], serviceKind: 'local', free: true });
  const name = (n: number): string => (n === 1 ? 'first.png' : n === jobs ? 'last.png' : `image ${n}.png`);
  store.jobs.addJobs(
    Array.from({ length: jobs }, (_, index) => {
      const n = index + 1;
      const basedOn = n === jobs ? { basedOn: 'job-1' } : {};
      return { ...job, id: `job-${n}`, position: n, name: name(n), createdAt: n, finishedAt: n, ...basedOn };
    }),
  );
  store.close();
}
