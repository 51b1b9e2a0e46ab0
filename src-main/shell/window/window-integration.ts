import { app, Notification, type BrowserWindow } from 'electron';
import type { AppCommand } from '../../../src-shared/ipc/app-command.ts';
import { isFree } from '../../../src-shared/settings/settings.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { log } from '../../base/log/log.ts';
import { createNotifier, type JobNotification } from '../status/notifications.ts';
import { INITIAL_MENU_STATE } from '../menu/menu-state.ts';
import { updateAppMenu, setAppMenu } from '../menu/menu.ts';
import { safeListener } from '../safe-listener.ts';
import { getShellTexts, type ShellTexts } from '../shell-texts.ts';
import { setStartAtLogin } from '../start-at-login.ts';
import { createTaskbar, toTaskbarState } from '../status/taskbar.ts';
import { createTray, type AppTray } from '../status/tray.ts';
import { createWorkTracker } from '../status/work-tracker.ts';
import { bringToFront } from './bring-to-front.ts';

/** The parts of the app that the integration uses. */
type Running = Pick<App, 'handlers' | 'onPageShows'> & Pick<AppParts, 'queue' | 'settings'>;

/**
 * Integrates the window with the desktop: menu bar, tray, taskbar, notifications, start at login, and keeping the app running
 * when the window is closed. Follows the settings and the queue until the app quits.
 */
export function integrateWindow({ handlers, onPageShows, queue, settings }: Running, window: BrowserWindow): void {
  const integration = () => settings.get().surroundings;
  const texts = (): ShellTexts => getShellTexts(settings.get().language, app.getLocale());
  const work = createWorkTracker(queue.list());
  let isQuitting = false;
  let isPainted = false;
  let tray: AppTray | null = null;
  window.once('show', () => (isPainted = true));

  const send = (command: AppCommand, jobId?: string): void => {
    if (window.isDestroyed()) return;
    window.webContents.send('app:command', { command, ...(jobId === undefined ? {} : { jobId }) });
  };
  const show = safeListener(() => bringToFront(window));
  const openExport = (): void => void handlers['exportFolder:reveal'](null).catch(logUnexpected);
  const togglePause = safeListener(() => {
    try {
      if (queue.isPaused()) queue.resume();
      else queue.pause();
    } catch (error) {
      // The page tries it again and shows why it fails.
      show();
      send('queue.pause');
      throw error;
    }
  });
  const taskbar = createTaskbar(({ progress, mode, badge }) => {
    if (!window.isDestroyed()) window.setProgressBar(progress, { mode });
    app.setBadgeCount(badge);
  }, after);
  const notifier = createNotifier({
    texts,
    isEnabled: () => integration().notify && Notification.isSupported() && !window.isDestroyed() && !window.isFocused(),
    isWorking: () => work.state().progress !== null,
    show: createNotificationPresenter((jobId) => {
      show();
      send('job.show', jobId);
    }),
    after,
  });

  let menuState = { ...INITIAL_MENU_STATE, paused: queue.isPaused() };
  const updateMenu = (change: Partial<typeof menuState> = {}): void => {
    menuState = { ...menuState, ...change };
    updateAppMenu(menuState);
  };
  let today = queue.spending.today();
  const showWork = (): void => {
    const state = work.state();
    taskbar.update(toTaskbarState(state, queue.isPaused()));
    const spent = isFree(settings.get()) && today.charged === '0.00' ? null : today;
    tray?.update(texts(), { work: state, isPaused: queue.isPaused(), spent });
  };
  const applySettings = (): void => {
    // A click checks the item at once, so the items are updated again.
    setAppMenu(texts(), { send: safeListener((command) => (show(), send(command), updateMenu())), openExport });
    updateMenu();
    if (integration().tray) tray ??= createTray({ show, togglePause, openExport, quit: () => app.quit() });
    else {
      tray?.close();
      tray = null;
      // Without a tray icon, a hidden window could not be opened again.
      if (!window.isDestroyed() && !window.isVisible() && isPainted) show();
    }
    showWork();
  };
  const stops = [
    onPageShows(safeListener(updateMenu)),
    queue.onChange(
      safeListener(({ jobs, removed }) => {
        notifier.notify(work.apply(jobs, removed));
        if (queue.isPaused() !== menuState.paused) updateMenu({ paused: queue.isPaused() });
        showWork();
      }),
    ),
    queue.spending.onChange(
      safeListener((changed) => {
        today = changed;
        showWork();
      }),
    ),
    followSettings(settings, safeListener(applySettings)),
  ];
  window.on(
    'close',
    safeListener((event) => {
      if (isQuitting || tray === null || !integration().keepRunning) return;
      event.preventDefault();
      window.hide();
    }),
  );
  app.on('activate', show);
  app.on('before-quit', () => (isQuitting = true));
  app.on(
    'will-quit',
    safeListener(() => {
      for (const stop of stops.splice(0)) stop();
      taskbar.close();
      notifier.close();
      tray?.close();
      tray = null;
    }),
  );
  applySettings();
}

/** Shows notifications and keeps them referenced until they close: a collected notification can no longer be clicked. */
function createNotificationPresenter(onClick: (jobId: string) => void): (shown: JobNotification) => void {
  const open = new Set<Notification>();
  return ({ title, body, jobId }) => {
    const notification = new Notification({ title, body });
    open.add(notification);
    notification.once('close', () => open.delete(notification));
    notification.once(
      'click',
      safeListener(() => {
        open.delete(notification);
        onClick(jobId);
      }),
    );
    notification.show();
  };
}

/** Logs a failure, because everything else works without starting at login. */
const trySetStartAtLogin = safeListener(setStartAtLogin);

/** Calls `apply` when the language or the desktop integration changes, and updates starting at login. */
function followSettings(settings: Running['settings'], apply: () => void): () => void {
  return settings.onChange(['language', 'surroundings'], (now, before) => {
    const { startAtLogin } = now.surroundings;
    if (startAtLogin !== before.surroundings.startAtLogin) trySetStartAtLogin(startAtLogin);
    apply();
  });
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(safeListener(run), ms).unref();
  return () => clearTimeout(timer);
}

function logUnexpected(error: unknown): void {
  log.error('window', 'desktop integration failed', error);
}
