import { describe, expect, test } from 'vitest';
import { createNotifier, type JobNotification } from '../../src-main/shell/status/notifications.ts';
import { autostartPath, toDesktopEntry } from '../../src-main/shell/desktop-entry.ts';
import { INITIAL_MENU_STATE, toMenuItemStates, type MenuState } from '../../src-main/shell/menu/menu-state.ts';
import { toMenuTemplate } from '../../src-main/shell/menu/menu-template.ts';
import { getShellTexts } from '../../src-main/shell/shell-texts.ts';
import { createTaskbar, toTaskbarState, type TaskbarState } from '../../src-main/shell/status/taskbar.ts';
import { formatTrayText } from '../../src-main/shell/status/tray-text.ts';
import type { WorkEvent } from '../../src-main/shell/status/work-tracker.ts';
import { APP_COMMANDS, type AppCommand } from '../../src-shared/ipc/app-command.ts';

const EN = getShellTexts('en', '');
const ZH = getShellTexts('system', 'zh-CN');

/** Timers a test lets ring. */
function bell() {
  const waiting: (() => void)[] = [];
  return {
    after: (_ms: number, run: () => void) => {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
    ring: () => {
      for (const run of waiting.splice(0)) run();
    },
  };
}

describe('the taskbar', () => {
  const work = { running: 1, waiting: 0, needsYou: 2, progress: 0.123_4, hasFailed: false };

  test('shows the share, what stops it, and how many need the person', () => {
    expect(toTaskbarState(work, false)).toEqual({ progress: 0.12, mode: 'normal', badge: 2 });
    expect(toTaskbarState({ ...work, hasFailed: true }, false).mode).toBe('error');
    expect(toTaskbarState({ ...work, hasFailed: true }, true).mode).toBe('paused');
    expect(toTaskbarState({ ...work, progress: null }, false).progress).toBe(-1);
  });

  test('is touched only when it changes, at most once a pause, and ends with the last look', () => {
    const shown: TaskbarState[] = [];
    const { after, ring } = bell();
    const taskbar = createTaskbar((look) => shown.push(look), after);
    const look = (progress: number): TaskbarState => ({ progress, mode: 'normal', badge: 0 });
    for (const progress of [0, 0, 0.1, 0.2, 0.3]) taskbar.update(look(progress));
    expect(shown).toEqual([look(0)]);
    ring();
    ring();
    expect(shown).toEqual([look(0), look(0.3)]);
    taskbar.update(look(0.3));
    ring();
    expect(shown).toHaveLength(2);
  });
});

describe('notifications', () => {
  const event = (kind: WorkEvent['kind'], name: string): WorkEvent => ({ kind, id: `id ${name}`, name });
  const setUp = () => {
    const told: JobNotification[] = [];
    const state = { isEnabled: true, isWorking: true };
    const { after, ring } = bell();
    const calls = createNotifier({
      texts: () => EN,
      isEnabled: () => state.isEnabled,
      isWorking: () => state.isWorking,
      show: (notification) => told.push(notification),
      after,
    });
    return { told, state, ring, calls };
  };

  test('tell of models together once the batch is ready, and of trouble before', () => {
    const { told, state, ring, calls } = setUp();
    calls.notify(['a', 'b', 'c', 'd'].map((name) => event('finished', name)));
    calls.notify([event('failed', 'x')]);
    ring();
    expect(told).toEqual([{ title: 'Job failed', body: 'x', jobId: 'id x' }]);
    state.isWorking = false;
    ring();
    expect(told[1]).toEqual({ title: '4 models ready', body: 'a, b, c and 1 more', jobId: 'id a' });
    ring();
    expect(told).toHaveLength(2);
  });

  test('do not come while the person looks, nor afterwards', () => {
    const { told, state, ring, calls } = setUp();
    state.isEnabled = false;
    calls.notify([event('needs_you', 'a')]);
    state.isEnabled = true;
    ring();
    calls.notify([event('needs_you', 'b')]);
    state.isEnabled = false;
    ring();
    expect(told).toEqual([]);
  });

  test('hold no folder of a name, and no second line', () => {
    const { told, ring, calls } = setUp();
    calls.notify([
      event('needs_you', '/secret/place/a\nb.png'),
      event('needs_you', `C:\\secret\\${'n'.repeat(5_000)}`),
    ]);
    ring();
    expect(told[0]?.body).toBe(`a b.png, ${'n'.repeat(60)}…`);
  });
});

describe('the tray', () => {
  test('says what runs, waits, needs the person and was spent', () => {
    const work = { running: 2, waiting: 1, needsYou: 1 };
    expect(formatTrayText(EN, { work, isPaused: true, spent: { charged: '12.50', test: false } })).toEqual({
      tip: 'Dropforge\n2 running, 1 waiting (paused)\n1 job needs attention\n12.50 credits used today',
      lines: ['2 running, 1 waiting (paused)', '1 job needs attention', '12.50 credits used today'],
    });
    const spent = { charged: '12.50', test: true };
    const linesOf = (texts: typeof EN) => formatTrayText(texts, { work, isPaused: false, spent }).lines;
    expect([linesOf(EN).at(-1), linesOf(ZH).at(-1)]).toEqual([
      '12.50 test credits used today',
      '今天已用 12.50 测试积分',
    ]);
    const idle = { running: 0, waiting: 0, needsYou: 0 };
    expect(formatTrayText(ZH, { work: idle, isPaused: false, spent: null }).tip).toBe('Dropforge\n没有进行中的任务');
  });
});

describe('the menu bar', () => {
  const build = (platform: NodeJS.Platform, texts = EN) => {
    const sent: AppCommand[] = [];
    const acts = { send: (command: AppCommand) => void sent.push(command), openExport: () => undefined };
    const menu = toMenuTemplate({ texts, platform, isDevelopment: false }, acts);
    const items = menu
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .flatMap((item) => (Array.isArray(item.submenu) ? item.submenu : [item]));
    return { sent, menu, items };
  };

  test('has each platform’s own places for settings and quitting, in both languages', () => {
    expect(build('linux').menu.map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Job', 'Help']);
    expect(build('darwin').menu.map(({ label }) => label)).toEqual([
      ...['Dropforge', 'File', 'Edit', 'View', 'Job', 'Window', 'Help'],
    ]);
    expect(build('win32', ZH).menu.map(({ label }) => label)).toEqual(['文件', '编辑', '视图', '任务', '帮助']);
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(build(platform).items.filter(({ role }) => role === 'quit')).toHaveLength(1);
    }
  });

  test('gives the page only commands of the list, and leaves every key to it', () => {
    const { items, sent } = build('linux');
    const own = items.filter(({ id }) => APP_COMMANDS.includes(id as AppCommand));
    for (const item of own) item.click?.({} as never, undefined, {});
    expect(sent).toEqual(own.map(({ id }) => id));
    expect(sent.length).toBeGreaterThan(15);
    const keyed = items.filter(({ accelerator }) => accelerator !== undefined);
    expect(keyed.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
    expect(keyed.every(({ accelerator }) => String(accelerator).startsWith('CmdOrCtrl+'))).toBe(true);
  });
});

describe('marks of the menu bar', () => {
  const stateOf = (change: Partial<MenuState> = {}) => toMenuItemStates({ ...INITIAL_MENU_STATE, ...change });
  const checked = (change: Partial<MenuState>) =>
    [...stateOf(change)].flatMap(([id, mark]) => (mark.checked === true ? [id] : []));

  test('stand at the view, the way to draw, and a paused queue', () => {
    expect(checked({})).toEqual(['view.queue', 'viewer.lit']);
    expect(checked({ view: 'gallery', shading: 'wireframe', paused: true })).toEqual([
      ...['queue.pause', 'view.gallery', 'viewer.wireframe'],
    ]);
    // One map alone, and a view that has no item.
    expect(checked({ view: 'settings', shading: 'base' })).toEqual([]);
  });

  test('leave acts on jobs to chosen ones', () => {
    expect(stateOf().get('job.retry')).toEqual({ enabled: false });
    expect(stateOf({ chosen: 3 }).get('job.retry')).toEqual({ enabled: true });
    expect(stateOf().has('job.show')).toBe(false);
  });

  test('are of items that can be marked', () => {
    const menu = toMenuTemplate(
      { texts: EN, platform: 'linux', isDevelopment: false },
      { send: () => undefined, openExport: () => undefined },
    );
    const items = menu
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .flatMap((item) => (Array.isArray(item.submenu) ? item.submenu : [item]));
    for (const [id, mark] of stateOf()) {
      const item = items.find((each) => each.id === id);
      expect(item, id).toBeDefined();
      if (mark.checked !== undefined) expect(['radio', 'checkbox'], id).toContain(item?.type);
    }
  });
});

describe('starting with a Linux session', () => {
  test('is an entry in the folder of the desktop', () => {
    expect(autostartPath({}, '/home/me')).toBe('/home/me/.config/autostart/dropforge.desktop');
    expect(autostartPath({ XDG_CONFIG_HOME: '/else' }, '/home/me')).toBe('/else/autostart/dropforge.desktop');
    expect(autostartPath({ XDG_CONFIG_HOME: 'not/absolute' }, '/home/me')).toContain('/home/me/.config/');
  });

  test('whose command is quoted, whatever the folder is called', () => {
    const entry = toDesktopEntry(['/opt/My "Apps"/50% $HOME\\x', '--in-tray']);
    expect(entry.split('\n')).toContain('Exec="/opt/My \\\\"Apps\\\\"/50%% \\\\$HOME\\\\\\\\x" "--in-tray"');
  });
});
