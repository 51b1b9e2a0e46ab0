import type { MenuItemConstructorOptions as Item } from 'electron';
import type { AppCommand } from '../../../src-shared/ipc/app-command.ts';
import type { ShellTexts } from '../shell-texts.ts';

/** What the menus can do beside the system's own roles. */
export interface MenuActions {
  /** Gives the page a command. */
  send(command: AppCommand): void;
  openExport(): void;
}

interface Setting {
  readonly words: ShellTexts;
  readonly platform: NodeJS.Platform;
  /** Whether it runs from its sources: then the page can be reloaded and looked into. */
  readonly isDeveloped: boolean;
}

/** Ways to draw the surface, in the order of their keys. */
const SHADING_COMMANDS = [
  'viewer.lit',
  'viewer.matcap',
  'viewer.normals',
  'viewer.wireframe',
  'viewer.uv',
  'viewer.colours',
] as const satisfies readonly AppCommand[];

const LINE: Item = { type: 'separator' };

/**
 * The menu bar by the platform's conventions. Keys of the page are shown and left to the page, which knows whether a field
 * has the focus; single keys are not shown, because macOS would take them out of every field.
 */
export function toMenuTemplate(
  { words: W, platform, isDeveloped }: Setting,
  { send, openExport }: MenuActions,
): Item[] {
  const onMac = platform === 'darwin';
  const to = (label: string, command: AppCommand, accelerator?: string): Item => ({
    id: command,
    label,
    click: () => send(command),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  /** One of several that go together: a dot stands at the one in use. */
  const one = (label: string, command: AppCommand): Item => ({ ...to(label, command), type: 'radio', checked: false });
  const settings = to(W.settings, 'view.settings', 'CmdOrCtrl+,');
  const file: Item[] = [
    to(W.addFiles, 'add.files', 'CmdOrCtrl+O'),
    to(W.addFolder, 'add.folder'),
    LINE,
    { id: 'openExport', label: W.openExport, click: openExport },
    to(W.found, 'view.found'),
    LINE,
    ...(onMac
      ? [{ role: 'close', label: W.close } as const]
      : [settings, LINE, { role: 'quit', label: W.quit } as const]),
  ];
  const edit: Item[] = [
    { role: 'undo', label: W.undo },
    { role: 'redo', label: W.redo },
    LINE,
    { role: 'cut', label: W.cut },
    { role: 'copy', label: W.copy },
    { role: 'paste', label: W.paste },
    { role: 'selectAll', label: W.selectAll },
  ];
  const view: Item[] = [
    one(W.queue, 'view.queue'),
    one(W.gallery, 'view.gallery'),
    one(W.recipes, 'view.recipes'),
    one(W.folders, 'view.folders'),
    one(W.account, 'view.account'),
    LINE,
    { label: W.shading, submenu: SHADING_COMMANDS.map((command) => one(W.shadings[command], command)) },
    LINE,
    to(W.find, 'view.find'),
    to(W.commands, 'help.commands', 'CmdOrCtrl+K'),
    LINE,
    { role: 'resetZoom', label: W.resetZoom },
    { role: 'zoomIn', label: W.zoomIn },
    { role: 'zoomOut', label: W.zoomOut },
    { role: 'togglefullscreen', label: W.fullScreen },
    ...(isDeveloped ? [LINE, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
  ];
  const job: Item[] = [
    to(W.pause, 'job.pause'),
    to(W.resume, 'job.resume'),
    { ...to(W.pauseAll, 'queue.pause'), type: 'checkbox', checked: false },
    LINE,
    to(W.retry, 'job.retry'),
    to(W.again, 'job.again'),
    to(W.againNew, 'job.againNew'),
    LINE,
    to(W.exportAs, 'job.export'),
    to(W.reveal, 'job.reveal'),
    LINE,
    to(W.cancel, 'job.cancel'),
    to(W.remove, 'job.remove'),
  ];
  const help: Item[] = [
    to(W.keys, 'help.keys'),
    to(W.doctor, 'settings.doctor'),
    ...(onMac ? [] : [LINE]),
    to(W.about, 'settings.about'),
  ];
  const app: Item = {
    label: 'Dropforge',
    submenu: [
      to(W.about, 'settings.about'),
      LINE,
      settings,
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit', label: W.quit },
    ],
  };
  return [
    ...(onMac ? [app] : []),
    { label: W.file, submenu: file },
    { label: W.edit, submenu: edit },
    { label: W.view, submenu: view },
    { label: W.job, submenu: job },
    ...(onMac ? [{ role: 'windowMenu', label: W.window } as const] : []),
    { role: 'help', label: W.help, submenu: help },
  ];
}
