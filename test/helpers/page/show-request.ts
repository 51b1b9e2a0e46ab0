import type { Locator, Page } from '@playwright/test';

/** Opens the request of an operation by keyboard; it stays open. Returns what it shows. */
export async function showRequest(page: Page): Promise<Locator> {
  await page.locator('.request summary').press('Enter');
  return page.getByRole('group', { name: /^(Request|请求)$/ });
}
