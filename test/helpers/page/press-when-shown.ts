import type { Page } from '@playwright/test';

/** Presses Ctrl+Enter as soon as the buttons of a dialog show a text, faster than a test could. */
export async function pressWhenShown(page: Page, text: string): Promise<void> {
  await page.evaluate((shown) => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=dialog] footer')?.textContent.includes(shown)) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, text);
}
