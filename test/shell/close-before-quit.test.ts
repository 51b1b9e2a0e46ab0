import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeBeforeQuit } from '../../src-main/shell/close-before-quit.ts';

type Install = (onError: (error: unknown) => void, restart?: boolean) => Promise<void>;

/** A program that quits as Electron does, and what happened in which order. */
function startProgram({ install = null, close = async () => undefined }: Partial<Given> = {}) {
  const steps: string[] = [];
  const events = new EventEmitter();
  const quit = (): void => {
    let isPrevented = false;
    events.emit('will-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) steps.push('end');
  };
  const relaunch = ({ execPath, args }: { readonly execPath: string; readonly args: string[] }): void =>
    void steps.push(['start', execPath, ...args].join(' '));
  const planInstall = () => {
    steps.push('plan');
    return (
      install &&
      (async (onError: (error: unknown) => void, restart?: boolean) => {
        steps.push(restart ? 'install and start' : 'install');
        await install(onError, restart);
      })
    );
  };
  closeBeforeQuit(
    { on: events.on.bind(events), quit, relaunch },
    { close: () => (steps.push('close'), close()), updates: { planInstall } },
    { program: '/app', args: ['/clone', '--home=/h', '--in-tray'] },
  );
  const untilEnd = (): Promise<void> => vi.waitFor(() => expect(steps).toContain('end'));
  const emit = (event: string, ...given: unknown[]): void => void events.emit(event, ...given);
  return { steps, quit, untilEnd, emit };
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

describe('somebody starts the app', () => {
  test.each([
    ['again', 'second-instance', [{}, ['/app', '/clone', '--home=/h']], 'start /app /clone --home=/h'],
    ['at login', 'second-instance', [{}, ['/app', '--in-tray']], 'start /app'],
    ['with a link', 'second-instance', [{}, ['/app', '--', 'dropforge:queue']], 'start /app -- dropforge:queue'],
    ['in the dock', 'activate', [], 'start /app /clone --home=/h'],
    ['with a file on macOS', 'open-file', [{}, '/a.png'], 'start /app /clone --home=/h /a.png'],
    ['with a link on macOS', 'open-url', [{}, 'dropforge:queue'], 'start /app /clone --home=/h dropforge:queue'],
  ] as const)('%s while it closes: it starts when it is closed', async (_, event, given, start) => {
    const { steps, quit, untilEnd, emit } = startProgram();
    quit();
    emit(event, ...given);
    await untilEnd();
    expect(steps).toEqual(['plan', 'close', start, 'end']);
  });

  test('before it closes: it is shown, and does not start again', async () => {
    const { steps, quit, untilEnd, emit } = startProgram();
    emit('second-instance', {}, ['/app']);
    quit();
    await untilEnd();
    expect(steps).toEqual(['plan', 'close', 'end']);
  });

  test('while an update is installed: only the new version starts', async () => {
    const { steps, quit, untilEnd, emit } = startProgram({ install: async () => undefined });
    quit();
    emit('activate');
    await untilEnd();
    expect(steps).toEqual(['plan', 'close', 'install and start', 'end']);
  });

  test('while an update fails: the old version starts', async () => {
    const { steps, quit, untilEnd, emit } = startProgram({ install: async (onError) => onError(new Error('No.')) });
    quit();
    emit('activate');
    await untilEnd();
    expect(steps).toEqual(['plan', 'close', 'install and start', 'start /app /clone --home=/h', 'end']);
  });
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
