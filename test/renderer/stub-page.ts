import { vi } from 'vitest';

/** Main's answer to a call of the page. */
export type Answer = (channel: string, input: never) => unknown;

/**
 * Makes this process the page's window, with main's answers to its calls, and loads the page's modules anew. Call
 * `restoreProcess` after each test.
 */
export function stubPage(answer: Answer): void {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  const call = async (channel: string, input: never) => ({ ok: true, value: await answer(channel, input) });
  vi.resetModules();
  vi.stubGlobal('window', { dropforge: { host: 'window', call, on: () => () => undefined } });
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
}

/** Removes the window of `stubPage`. */
export function restoreProcess(): void {
  vi.unstubAllGlobals();
  vi.resetModules();
}
