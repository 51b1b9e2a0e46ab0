import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBeforeQuit } from '../../src-main/shell/close-before-quit.ts';

type Install = (onError: (error: unknown) => void) => Promise<void>;

/** A program that quits as Electron does, and what happened in which order. */
function startProgram({ install = null, close = async () => undefined }: Partial<Given> = {}) {
  const steps: string[] = [];
  const events = new EventEmitter();
  const quit = (): void => {
    let isPrevented = false;
    events.emit('will-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) steps.push('end');
  };
  closeBeforeQuit(
    { on: (event, listen) => events.on(event, listen), quit },
    {
      close: () => (steps.push('close'), close()),
      updates: {
        planInstall: () => (steps.push('plan'), install && ((onError) => (steps.push('install'), install(onError)))),
      },
    },
  );
  const untilEnd = (): Promise<void> => vi.waitFor(() => expect(steps).toContain('end'));
  return { steps, quit, untilEnd };
}

interface Given {
  readonly install: Install | null;
  readonly close: () => Promise<void>;
}

const never = (): Promise<void> => new Promise(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void vi.useRealTimers());

test('an update is planned while the app runs, and installed when it is closed', async () => {
  const { steps, quit, untilEnd } = startProgram({ install: async () => undefined });
  quit();
  await untilEnd();
  expect(steps).toEqual(['plan', 'close', 'install', 'end']);
});

test('without an update to install, the app is closed and ends', async () => {
  const { steps, quit, untilEnd } = startProgram();
  quit();
  await untilEnd();
  expect(steps).toEqual(['plan', 'close', 'end']);
});

test('who quits again while it closes changes nothing', async () => {
  const { steps, quit, untilEnd } = startProgram({ install: async () => undefined });
  quit();
  quit();
  await untilEnd();
  expect(steps).toEqual(['plan', 'close', 'install', 'end']);
});

test('an app that cannot close, and an update that fails, do not keep it from ending', async () => {
  const { steps, quit, untilEnd } = startProgram({
    close: () => Promise.reject(new Error('It cannot close.')),
    install: async (onError) => onError(new Error('It cannot be installed.')),
  });
  quit();
  await untilEnd();
  expect(steps).toEqual(['plan', 'close', 'install', 'end']);
});

test('what hangs is waited for 10 seconds, and an installation 2 minutes', async () => {
  const { steps, quit } = startProgram({ close: never, install: never });
  quit();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(steps).toEqual(['plan', 'close']);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps).toEqual(['plan', 'close', 'install']);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(steps).not.toContain('end');
  await vi.advanceTimersByTimeAsync(1);
  expect(steps.at(-1)).toBe('end');
});
