import { app, Notification, type BrowserWindow } from 'electron';
import type { AppCommand } from '../../../src-shared/ipc/app-command.ts';
import { isFree } from '../../../src-shared/settings/settings.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { log } from '../../base/log/log.ts';
import { createNotifier } from '../status/notifications.ts';
import { INITIAL_MENU_STATE } from '../menu/menu-state.ts';
import { updateAppMenu, setAppMenu } from '../menu/menu.ts';
import { getShellTexts, type ShellTexts } from '../shell-texts.ts';
import { setStartAtLogin } from '../start-at-login.ts';
import { createTaskbar, toTaskbarState } from '../status/taskbar.ts';
import { createTray, type AppTray } from '../status/tray.ts';
import { createWorkTracker } from '../status/work-tracker.ts';

/** What of the running app the surroundings show and change. */
type Running = Pick<App, 'handlers' | 'onPageShows'> & Pick<AppParts, 'queue' | 'settings'>;

/** Brings the window before all others, wherever it was. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * Everything around the window: menu bar, tray, taskbar, notifications, start at login, and what closing the window means.
 * All of it follows the settings and the queue until the app quits.
 */
export function integrateWindow({ handlers, onPageShows, queue, settings }: Running, window: BrowserWindow): void {
  const around = () => settings.get().surroundings;
  const words = (): ShellTexts => getShellTexts(settings.get().language, app.getLocale());
  const work = createWorkTracker(queue.list());
  const shownNow = new Set<Notification>();
  let isQuitting = false;
  let isPainted = false;
  let tray: AppTray | null = null;
  window.once('show', () => (isPainted = true));

  const send = (command: AppCommand, jobId?: string): void => {
    if (window.isDestroyed()) return;
    window.webContents.send('app:command', { command, ...(jobId === undefined ? {} : { jobId }) });
  };
  const show = (): void => bringToFront(window);
  const openExport = (): void => void handlers['exportFolder:reveal'](null).catch(logUnexpected);
  const togglePause = (): void => (queue.isPaused() ? queue.resume() : queue.pause());
  const taskbar = createTaskbar(({ progress, mode, badge }) => {
    if (!window.isDestroyed()) window.setProgressBar(progress, { mode });
    app.setBadgeCount(badge);
  }, after);
  const calls = createNotifier({
    words,
    mayCall: () => around().notify && Notification.isSupported() && !window.isFocused(),
    isWorking: () => work.state().progress !== null,
    call: ({ title, body, jobId }) => {
      const notification = new Notification({ title, body });
      // Kept until it is gone: one that is collected can no longer be clicked.
      shownNow.add(notification);
      notification.once('close', () => shownNow.delete(notification));
      notification.once('click', () => {
        shownNow.delete(notification);
        show();
        send('job.show', jobId);
      });
      notification.show();
    },
    after,
  });

  let menuState = { ...INITIAL_MENU_STATE, paused: queue.isPaused() };
  const markMenu = (change: Partial<typeof menuState> = {}): void => {
    menuState = { ...menuState, ...change };
    updateAppMenu(menuState);
  };
  let { charged } = queue.money.spent().today;
  const showWork = (): void => {
    const state = work.state();
    taskbar.update(toTaskbarState(state, queue.isPaused()));
    const spent = isFree(settings.get()) && charged === '0.00' ? null : charged;
    tray?.update(words(), { work: state, isPaused: queue.isPaused(), spent });
  };
  const showSettings = (): void => {
    // A click marks the item at once; the state it stands for may be another.
    setAppMenu(words(), { send: (command) => (show(), send(command), markMenu()), openExport });
    markMenu();
    if (around().tray) tray ??= createTray({ show, togglePause, openExport, quit: () => app.quit() });
    else {
      tray?.close();
      tray = null;
      // Nothing else would bring it back.
      if (!window.isDestroyed() && !window.isVisible() && isPainted) show();
    }
    showWork();
  };
  let before = JSON.stringify([settings.get().language, around()]);
  let atLogin = around().startAtLogin;
  const stops = [
    onPageShows(markMenu),
    queue.onChange(({ jobs, removed }) => {
      calls.hear(work.apply(jobs, removed));
      if (queue.isPaused() !== menuState.paused) markMenu({ paused: queue.isPaused() });
      showWork();
    }),
    queue.money.onChange((today) => {
      ({ charged } = today);
      showWork();
    }),
    settings.onChange(() => {
      const now = JSON.stringify([settings.get().language, around()]);
      if (now === before) return;
      before = now;
      if (around().startAtLogin !== atLogin) {
        atLogin = around().startAtLogin;
        trySetStartAtLogin(atLogin);
      }
      showSettings();
    }),
  ];
  window.on('close', (event) => {
    if (isQuitting || tray === null || !around().keepRunning) return;
    event.preventDefault();
    window.hide();
  });
  app.on('activate', show);
  app.on('before-quit', () => (isQuitting = true));
  app.on('will-quit', () => {
    for (const stop of stops.splice(0)) stop();
    taskbar.close();
    calls.close();
    tray?.close();
    tray = null;
  });
  showSettings();
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/** A desktop that cannot be told is no reason to stop anything else. */
function trySetStartAtLogin(on: boolean): void {
  try {
    setStartAtLogin(on);
  } catch (error) {
    logUnexpected(error);
  }
}

function logUnexpected(error: unknown): void {
  log.error('window', 'around the window', error);
}
